import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdParams } from './shared.ts'

export const longestPromptTitle = 60
export const longestPrompt = 4000
/** Prompts that a member, or an organisation, may keep. */
export const mostPrompts = 100

/** Whose a prompt is: its member's alone, or the organisation's, which admins look after. */
export const PromptOwner = z.enum(['member', 'organization'])
export type PromptOwner = z.infer<typeof PromptOwner>

/** A question, or its beginning, that is kept to be asked again. */
export const SavedPrompt = z.object({ id: z.number().int(), owner: PromptOwner, title: z.string(), text: z.string() })
export type SavedPrompt = z.infer<typeof SavedPrompt>

const Content = z.object({
  title: z.string().trim().min(1).max(longestPromptTitle),
  text: z.string().trim().min(1).max(longestPrompt),
})

export const listPrompts = endpoint({
  method: 'get',
  path: '/web/v1/prompts',
  access: 'member',
  scope: 'ask',
  summary: "The caller's own prompts, then the organisation's, each by title.",
  output: z.object({ data: z.array(SavedPrompt) }),
})

export const addPrompt = endpoint({
  method: 'post',
  path: '/web/v1/prompts',
  access: 'member',
  summary:
    'Keeps a prompt, for oneself or, as an admin, for all; a title that its owner has already is `already_exists`.',
  body: Content.extend({ owner: PromptOwner }),
  output: SavedPrompt,
})

export const updatePrompt = endpoint({
  method: 'put',
  path: '/web/v1/prompts/{id}',
  access: 'member',
  summary: "Changes a prompt: one's own, or as an admin the organisation's.",
  params: IdParams,
  body: Content,
  output: SavedPrompt,
})

export const deletePrompt = endpoint({
  method: 'delete',
  path: '/web/v1/prompts/{id}',
  access: 'member',
  summary: "Deletes a prompt: one's own, or as an admin the organisation's.",
  params: IdParams,
  output: 'nothing',
})
