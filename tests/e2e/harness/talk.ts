import { inject } from 'vitest'
import { callApi } from './api.ts'

/**
 * Asks as the demo admin through the API, as another device does, and waits for the end of the answer.
 * @returns the number of the new conversation, whose title is the question
 */
export async function talk(query: string, app = inject('scriptedAppUrl')): Promise<number> {
  const body = { query, pipeline: 'chat_ai', background: true }
  const response = await callApi('admin', '/web/v1/chat', { app, body })
  return Number(/"conversation_id":(\d+)/.exec(await response.text())?.[1])
}
