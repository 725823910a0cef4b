import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdParams, Time } from './shared.ts'

/** An organisation that has invited the caller's address, which nobody has signed in with there. */
export const Invitation = z.object({ id: z.number().int(), organization: z.string(), created_at: Time })
export type Invitation = z.infer<typeof Invitation>

export const listInvitations = endpoint({
  method: 'get',
  path: '/web/v1/invitations',
  access: 'account',
  summary:
    "The organisations that have invited the caller's address, the oldest invitation first; none to a member of one.",
  output: z.object({ items: z.array(Invitation) }),
})

export const acceptInvitation = endpoint({
  method: 'post',
  path: '/web/v1/invitations/{id}/acceptance',
  access: 'account',
  summary: 'Makes the caller a member of the organisation that sent this invitation.',
  params: IdParams,
  output: 'nothing',
})
