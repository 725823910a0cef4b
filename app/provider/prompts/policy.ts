import type { Member } from '~/provider/identity/members.ts'

/** Whose a prompt is; no member for the organisation's. */
export interface PromptPlace {
  organization_id: number
  user_id: number | null
}

/** Allow a member to read the own prompts and the organisation's; nobody, not even an admin, those of others. */
export const mayReadPrompt = (member: Member, prompt: PromptPlace) =>
  prompt.organization_id === member.organizationId && (prompt.user_id === null || prompt.user_id === member.id)

/** Allow a member to change the own prompts; an admin, also the organisation's. */
export const mayChangePrompt = (member: Member, prompt: PromptPlace) =>
  mayReadPrompt(member, prompt) && (prompt.user_id !== null || member.role === 'admin')
