import { createCsrfMiddleware, createStart } from '@tanstack/react-start'
import { apiErrors } from './web/api/error-adapter.ts'

export const startInstance = createStart(() => ({
  serializationAdapters: [apiErrors],
  requestMiddleware: [createCsrfMiddleware({ filter: ({ handlerType }) => handlerType === 'serverFn' })],
}))
