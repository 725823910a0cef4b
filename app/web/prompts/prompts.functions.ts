import { createServerFn } from '@tanstack/react-start'
import type { InputOf } from '~/contract/endpoint.ts'
import * as prompts from '~/contract/prompts.ts'
import { withApi } from '~/web/api/api.ts'
import { passed } from '~/web/api/passed.ts'

export const listPrompts = createServerFn()
  .middleware([withApi])
  .handler(({ context }) => context.api(prompts.listPrompts))

export const addPrompt = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<InputOf<typeof prompts.addPrompt>['body']>())
  .handler(({ data, context }) => context.api(prompts.addPrompt, { body: data }))

export const updatePrompt = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<{ id: number; content: InputOf<typeof prompts.updatePrompt>['body'] }>())
  .handler(({ data: { id, content }, context }) => context.api(prompts.updatePrompt, { params: { id }, body: content }))

export const deletePrompt = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<{ id: number }>())
  .handler(async ({ data, context }) => void (await context.api(prompts.deletePrompt, { params: data })))
