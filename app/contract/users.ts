import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const languages = ['ja', 'en'] as const
export const Language = z.enum(languages)
export const Role = z.enum(['user', 'admin'])
export const GroupType = z.enum(['user', 'organization'])

/** A set of files with common access: one person's private group, or one of the organisation's. */
export const Group = z.object({ id: z.number().int(), name: z.string(), type: GroupType })

/** The signed-in, invited user. */
export const Me = z.object({
  user_id: z.number().int(),
  user_role: Role,
  organization_id: z.number().int(),
  language: Language,
  email: z.string(),
  name: z.string().nullable(),
  picture: z.string().nullable(),
  groups: z.array(Group),
})

export type Language = z.infer<typeof Language>
export type Role = z.infer<typeof Role>
export type Group = z.infer<typeof Group>
export type Me = z.infer<typeof Me>

export const getMe = endpoint({
  method: 'get',
  path: '/web/v1/users/me',
  access: 'member',
  summary: 'The signed-in user: role, organisation, language and groups.',
  output: Me,
})
