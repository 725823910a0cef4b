import { createServerFn } from '@tanstack/react-start'
import type { InputOf } from '~/contract/endpoint.ts'
import * as instructions from '~/contract/instructions.ts'
import { withApi } from '~/web/api/api.ts'
import { passed } from '~/web/api/passed.ts'

export const getInstructions = createServerFn()
  .middleware([withApi])
  .handler(({ context }) => context.api(instructions.getInstructions))

export const setInstructions = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<InputOf<typeof instructions.setInstructions>['body']>())
  .handler(({ data, context }) => context.api(instructions.setInstructions, { body: data }))
