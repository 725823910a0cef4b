import { inject } from 'vitest'
import { idToken } from './index.ts'

/**
 * Asks as the demo admin through the API, as another device does, and waits for the end of the answer.
 * @returns the number of the new conversation, whose title is the question
 */
export async function talk(query: string, app = inject('scriptedAppUrl')): Promise<number> {
  const response = await fetch(`${app}/web/v1/chat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await idToken('admin')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, pipeline: 'chat_ai', background: true }),
  })
  return Number(/"conversation_id":(\d+)/.exec(await response.text())?.[1])
}
