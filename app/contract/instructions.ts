import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Characters that a member's instructions may have. */
export const maxInstructions = 2000

export const Instructions = z.object({
  /** Empty where there are none. */
  text: z.string().trim().max(maxInstructions),
})

export const getInstructions = endpoint({
  method: 'get',
  path: '/web/v1/users/me/instructions',
  access: 'member',
  summary:
    'What the caller wants of every answer: it goes along with each of their questions, but not with those of programs.',
  output: Instructions,
})

export const setInstructions = endpoint({
  method: 'put',
  path: '/web/v1/users/me/instructions',
  access: 'member',
  summary: 'Changes what the caller wants of every answer; an empty text takes it back.',
  body: Instructions,
  output: Instructions,
})
