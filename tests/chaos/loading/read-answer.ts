import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { createParser } from 'eventsource-parser'

/** What somebody had of an answer. */
export interface Read {
  /** Milliseconds to its first word. */
  firstWord: number
  events: number
  /** Events that were left out, and events that came again. */
  lost: number
  doubled: number
  /** Why it did not come whole. */
  failed?: string
}

/** How an answer is asked for. */
export interface Call {
  url: string
  token: string
  /** A question is asked with it; an answer is followed without. */
  body?: string
}

const agent = new Agent({ keepAlive: false, maxSockets: Infinity })

/**
 * Reads an answer to its end.
 * @param whole what it says, behind the first word
 * @param heard is told its conversation as soon as it is known
 */
export async function readAnswer(call: Call, whole: string, heard: (id: number) => void = () => {}): Promise<Read> {
  const read: Read = { firstWord: 0, events: 0, lost: 0, doubled: 0 }
  const began = performance.now()
  let last = 0
  let text = ''
  let ended = false
  const parser = createParser({
    onEvent({ id, event, data }) {
      const number = Number(id)
      if (number > last + 1) read.lost += number - last - 1
      if (number <= last) read.doubled += 1
      last = Math.max(last, number)
      read.events += 1
      ended = event === 'done'
      const said = JSON.parse(data)
      if ('conversation_id' in said) heard(said.conversation_id)
      if ('delta' in said) {
        read.firstWord ||= performance.now() - began
        text += said.delta
      }
      if ('text' in said) text = said.text
      if ('error' in said) read.failed = said.error.code
    },
  })
  try {
    const response = await send(call)
    response.setEncoding('utf8')
    for await (const part of response) parser.feed(part as string)
    if (response.statusCode !== 200) read.failed = `status ${response.statusCode}`
  } catch (error) {
    read.failed = String(error)
  }
  if (!ended) read.failed ??= 'no end'
  if (!text.endsWith(whole)) read.failed ??= `${text.length} of ${whole.length} characters`
  return read
}

async function send({ url, token, body }: Call): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const sent = request(url, { method: body === undefined ? 'GET' : 'POST', agent, headers })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return response
}
