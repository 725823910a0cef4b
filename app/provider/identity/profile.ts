import type { Identity } from './claims.ts'

/** What the identity provider says of a person. Where it is silent (password accounts) the known stays. */
export function profileOf({ name, picture }: Identity): { name?: string; picture?: string } {
  return { ...(name !== null && { name }), ...(picture !== null && { picture }) }
}
