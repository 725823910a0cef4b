import { createCsrfMiddleware, createStart } from '@tanstack/react-start'
import { admitBody } from './web/api/admit-body.ts'
import { apiErrors } from './web/api/error-adapter.ts'

export const startInstance = createStart(() => ({
  serializationAdapters: [apiErrors],
  requestMiddleware: [createCsrfMiddleware({ filter: ({ handlerType }) => handlerType === 'serverFn' }), admitBody],
}))
