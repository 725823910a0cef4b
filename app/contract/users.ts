import { z } from 'zod'
import { comparableEmail } from './email.ts'
import { endpoint } from './endpoint.ts'
import { Download, IdParams, OrganizationQuery, Page, paged, Time } from './shared.ts'

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
  /** The organisation's (IANA), in which days of audits, metrics and quotas begin. */
  time_zone: z.string(),
  /** Days after its last question that a conversation is erased (`retention.ts`); null where it is kept for ever. */
  conversations_kept: z.number().int().nullable(),
  /** What admins tell all members, in the languages that there are texts in: the first that was not put away. */
  notice: z.object({ id: z.number().int(), text_en: z.string().nullable(), text_ja: z.string().nullable() }).nullish(),
})

export type Language = z.infer<typeof Language>
export type Role = z.infer<typeof Role>
export type Group = z.infer<typeof Group>
export type Me = z.infer<typeof Me>

export const getMe = endpoint({
  method: 'get',
  path: '/web/v1/users/me',
  access: 'member',
  scope: 'any',
  summary: 'The signed-in user: role, organisation, language, groups and time zone.',
  output: Me,
})

/** An invited user, as admins see one. */
export const User = z.object({
  id: z.number().int(),
  email: z.string(),
  role: Role,
  organization_id: z.number().int(),
  language: Language,
  private_group_id: z.number().int(),
  name: z.string().nullable(),
  /** Has signed in at least once. */
  joined: z.boolean(),
  /** Has access, or will have when they sign in. */
  active: z.boolean(),
  /** Nothing of theirs is erased, nor can they be deleted (`retention.ts`). */
  held: z.boolean(),
  /** Nobody signs in to it: programs call by keys that admins make. */
  is_service: z.boolean(),
  created_at: Time,
})
export type User = z.infer<typeof User>

/** An address as it is invited: in the form in which it is compared. */
export const InvitedEmail = z.string().overwrite(comparableEmail).pipe(z.email().max(254))

/** Entries that one import may carry. */
export const maxImported = 5000

export const listUsers = endpoint({
  method: 'get',
  path: '/web/v1/users',
  access: 'admin',
  scope: 'admin:read',
  summary: "The organisation's users, the latest first; `email` finds those whose address contains it.",
  query: OrganizationQuery.extend({
    email: z.string().max(254).optional(),
    page: Page,
    page_size: z.coerce.number().int().min(1).max(1_000_000).default(20),
    sort: z.enum(['id', '-id']).default('-id'),
  }),
  output: paged(User),
})

export const getUser = endpoint({
  method: 'get',
  path: '/v1/users/{id}',
  access: 'admin',
  scope: 'admin:read',
  summary: 'One user of the organisation.',
  params: IdParams,
  output: User,
})

export const addUser = endpoint({
  method: 'post',
  path: '/v1/users',
  access: 'admin',
  summary: 'Invites a person, makes the sign-in account and sends the mail to set a password.',
  body: OrganizationQuery.extend({
    email: InvitedEmail,
    role: Role.default('user'),
    language: Language.default('ja'),
  }),
  output: User.extend({
    /** Whether the mail was sent; without service credentials the person is invited, but has to be told. */
    mailed: z.boolean(),
  }),
})

export const addServiceAccount = endpoint({
  method: 'post',
  path: '/v1/service-accounts',
  access: 'admin',
  summary: 'Makes a user for programs, to whom nobody signs in: admins make its keys.',
  body: z.object({ name: z.string().trim().min(1).max(100) }),
  output: User,
})

export const resendInvitation = endpoint({
  method: 'post',
  path: '/v1/users/{id}/invitation',
  access: 'admin',
  summary: 'Sends the mail of an invitation again to someone who has never signed in; once a minute.',
  params: IdParams,
  output: z.object({
    /** Whether the mail was sent; without service credentials the person has to be told. */
    mailed: z.boolean(),
  }),
})

export const updateUser = endpoint({
  method: 'put',
  path: '/v1/users/{id}',
  access: 'member',
  summary: "Changes a user's role or language: admins those of others, everybody their own language.",
  params: IdParams,
  body: z.object({ role: Role.optional(), language: Language.optional() }),
  output: User,
})

export const setUserActive = endpoint({
  method: 'put',
  path: '/v1/users/{id}/active',
  access: 'admin',
  summary: 'Takes the access from another user, whose conversations and files are kept, or gives it back.',
  params: IdParams,
  body: z.object({ active: z.boolean() }),
  output: User,
})

export const deleteUser = endpoint({
  method: 'delete',
  path: '/v1/users/{id}',
  access: 'admin',
  summary: 'Deletes a user with their conversations and private files. Audits stay.',
  params: IdParams,
  output: 'nothing',
})

export const importUsers = endpoint({
  method: 'post',
  path: '/web/v1/users/import',
  access: 'admin',
  summary: 'Invites many; those who are invited already stay as they are, so that it can be repeated.',
  query: z.object({ language: Language.default('ja') }),
  body: z.array(z.object({ email: z.string(), role: z.string() })).max(maxImported),
  output: z.object({
    created: z.number().int(),
    existing: z.number().int(),
    /** Entries that are no address or no role, by their place in the body, from 0. */
    invalid: z.array(z.number().int()),
    /** Whether mails go out to those who were created; without service credentials they have to be told. */
    mailed: z.boolean(),
  }),
})

export const exportUsers = endpoint({
  method: 'get',
  path: '/web/v1/users/csv',
  access: 'admin',
  scope: 'admin:read',
  summary: "An address that downloads the organisation's users as CSV.",
  query: OrganizationQuery.extend({ email: z.string().max(254).optional() }),
  output: Download,
})
