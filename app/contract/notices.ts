import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdParams, Time } from './shared.ts'

export const longestNotice = 500
/** Notices of an organisation that have not ended. */
export const mostNotices = 20

const Texts = {
  /** In English, in Japanese; one of them at least. */
  text_en: z.string().trim().max(longestNotice).nullable(),
  text_ja: z.string().trim().max(longestNotice).nullable(),
}

/** What an admin tells all members of the organisation until its end. */
export const Notice = z.object({ id: z.number().int(), ...Texts, created_at: Time, ends_at: Time })
export type Notice = z.infer<typeof Notice>

export const listNotices = endpoint({
  method: 'get',
  path: '/v1/notices',
  access: 'admin',
  scope: 'admin:read',
  summary: 'The notices to all members that have not ended, the latest first.',
  output: z.object({ data: z.array(Notice) }),
})

export const addNotice = endpoint({
  method: 'post',
  path: '/v1/notices',
  access: 'admin',
  summary: 'Tells all members something, until so many days are over or they have put it away.',
  body: z.object({ ...Texts, days: z.number().int().min(1).max(365) }),
  output: Notice,
})

export const deleteNotice = endpoint({
  method: 'delete',
  path: '/v1/notices/{id}',
  access: 'admin',
  summary: 'Takes a notice back.',
  params: IdParams,
  output: 'nothing',
})

export const dismissNotice = endpoint({
  method: 'put',
  path: '/web/v1/notices/{id}/dismissal',
  access: 'member',
  summary: 'Puts a notice away for the caller, with those before it; `getMe` then tells the next.',
  params: IdParams,
  output: 'nothing',
})
