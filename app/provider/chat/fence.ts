import { sign } from '~/provider/api/signature.ts'

/**
 * The name of the fences around what documents say in a conversation's prompts: always the same for one conversation, so that
 * services can cache what its prompts begin with, and known to nobody who writes a document.
 * @param member the name of their object
 */
export async function fenceOf(env: Env, member: string, conversationId: number): Promise<string> {
  const name = env.SIGNING_SECRET ? await sign(env, `fence\n${member}\n${conversationId}`) : crypto.randomUUID()
  return `source-${name.replaceAll(/[^0-9A-Za-z]/g, '').slice(0, 12)}`
}
