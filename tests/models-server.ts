import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Call, type Cut, drawsAt, modelOf, type Protocol, protocolAt } from './models-protocols.ts'

/**
 * A server that speaks the streaming protocols of OpenAI's chat completions, Anthropic's messages and Google's
 * streamGenerateContent, and does what a test tells it.
 *
 * A test stores a script (`PUT /scripts/{id}`) and asks a question that contains `script:{id}`. Each call of the model
 * plays the next take of the script; the last take is repeated. What is asked beside the answer, a conversation's title,
 * which agent to choose or what to search for, is no call of the script: `PUT /scripts/{id}/title`, `…/agent` and `…/queries` say what the model does then, 404
 * where they do not. A picture whose description contains `script:{id}` is answered by the next of the answers given by
 * `PUT /scripts/{id}/pictures`, and asked for in vain without them. `POST /scripts/{id}/release` lets a held take go on,
 * `GET /scripts/{id}/calls` gives the request bodies so far, `GET /scripts/{id}/hung-up` answers as soon as a caller
 * has closed its connection before the end.
 */
export interface ModelsServer {
  /** The base address of every vendor: for `OPENAI_BASE_URL` and the like. */
  url: string
  close(): Promise<void>
}

/** One answer of the model, step by step. A take that runs out ends the stream properly, with usage and `[DONE]`. */
export type Take = Step[]

export type Step =
  /** A token of the answer. `bytewise`: each byte of it leaves by itself; `latin1`: in this encoding, whose bytes beyond ASCII are none of UTF-8. */
  | { say: string; as?: 'bytewise' | 'latin1' }
  /** A call of a tool. */
  | { call: Call }
  /** Bytes as they are, in place of the protocol's. */
  | { raw: string }
  /** Waits so many milliseconds. */
  | { pause: number }
  /** Waits for the test's release; a token that it is `saying` comes each second until then. */
  | { hold: true; saying?: string }
  /** Resets the connection. */
  | { reset: true }
  /** Ends the response without the closing events. */
  | { end: true }
  /** Ends the answer before its end, as the protocol says it. */
  | { cut: Cut }
  /** Answers with this status in place of 200; has to be the first step. */
  | { status: number; headers?: Record<string, string>; body?: string }

/** What is answered where a picture is asked for: a body in base64, whatever its type. */
export interface PictureAnswer {
  status?: number
  type?: string
  base64?: string
}

interface Script {
  takes: Take[]
  calls: unknown[]
  asides: Partial<Record<Aside, Take>>
  pictures: PictureAnswer[]
  release: () => void
  held: Promise<void>
  hungUp: { promise: Promise<void>; resolve: () => void }
}

/** What the model says where no script is given. */
const defaultTake: Take = [{ say: 'A short ' }, { say: 'answer.' }]
/** What is asked beside the answer, by its first words. */
const asides = {
  title: 'Write a title for the conversation',
  agent: 'Choose the agent that answers',
  queries: 'Write search queries for the question',
}
type Aside = keyof typeof asides
const isAside = (name: string): name is Aside => Object.hasOwn(asides, name)

/** Starts the server on a free port of the loopback interface. It does not keep the process alive. */
export async function startModelsServer(
  extra?: (request: IncomingMessage, response: ServerResponse) => boolean,
): Promise<ModelsServer> {
  const scripts = new Map<string, Script>()
  const server = createServer((request, response) => {
    if (extra?.(request, response)) return
    handle(scripts, request, response).catch(() => response.destroy())
  })
  // A connection that is closed while it waits loses the request that is just being sent on it.
  server.keepAliveTimeout = 600_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function handle(scripts: Map<string, Script>, request: IncomingMessage, response: ServerResponse) {
  const path = new URL(request.url ?? '/', 'http://local').pathname
  if (path === '/v1/audio/transcriptions') return transcribe(request, response)
  const body = await bodyOf(request)
  const protocol = protocolAt(path)
  if (protocol) return complete(scripts, { path, body: body as Completion['body'], protocol }, response)

  if (path === '/v1/rerank') return rerank(body as Rerank, response)
  if (drawsAt(path)) return draw(scripts, body as { prompt: string }, response)

  const [area, id = '', action = ''] = path.split('/').slice(2)
  if (request.method === 'PUT' && !action) scripts.set(id, newScript(body as Take[]))
  const script = scripts.get(id)
  if (area !== 'scripts' || !script) return json(response, 404, {})
  if (request.method === 'PUT' && isAside(action)) script.asides[action] = body as Take
  if (request.method === 'PUT' && action === 'pictures') script.pictures = body as PictureAnswer[]
  if (action === 'release') script.release()
  if (action === 'hung-up') await script.hungUp.promise
  return json(response, 200, script.calls)
}

interface Completion {
  path: string
  /** Google calls the messages contents, and names the model in the path alone. */
  body: { model?: string; messages?: Message[]; contents?: Message[] }
  protocol: Protocol
}

/** A message of any of the protocols. */
interface Message {
  role: string
  content?: string | { type: string; text?: string }[]
  parts?: { text?: string }[]
}

/** What was asked last: behind it stand only calls of tools and their results, which some protocols let the user say. */
function questionIn(messages: Message[]): string {
  const texts = messages.map(({ role, content, parts }) => {
    if (role !== 'user') return ''
    return typeof content === 'string' ? content : (content ?? parts ?? []).map(({ text = '' }) => text).join('')
  })
  return texts.findLast((text) => text !== '') ?? ''
}

async function complete(scripts: Map<string, Script>, { path, body, protocol }: Completion, response: ServerResponse) {
  const model = modelOf(path, body)
  const whole = JSON.stringify(body)
  const aside = Object.keys(asides)
    .filter(isAside)
    .find((name) => whole.includes(asides[name]))
  const said = aside ? whole : questionIn(body.messages ?? body.contents ?? [])
  const id = [...said.matchAll(/script:([\w-]+)/g)].at(-1)?.[1] ?? ''
  const script = scripts.get(id)
  const next = script?.takes[Math.min(script.calls.length, script.takes.length - 1)] ?? defaultTake
  const take = aside ? (script?.asides[aside] ?? [{ status: 404 }]) : next
  if (!aside) script?.calls.push(body)
  response.on('close', () => !response.writableEnded && script?.hungUp.resolve())

  let called = 0
  for (const step of take) {
    if ('status' in step) return void response.writeHead(step.status, step.headers).end(step.body ?? '{}')
    if (!response.headersSent) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(protocol.opening(model))
    }
    if ('say' in step) await say(response, protocol.token(step.say, model), step.as)
    if ('call' in step) response.write(protocol.call(step.call, ++called, model))
    if ('raw' in step) response.write(step.raw)
    if ('pause' in step) await new Promise((resolve) => setTimeout(resolve, step.pause))
    if ('hold' in step) {
      const { saying } = step
      const talking = saying && setInterval(() => response.write(protocol.token(saying, model)), 1_000).unref()
      await script?.held
      if (talking) clearInterval(talking)
    }
    if ('cut' in step) return void response.end(protocol.closing(take.length, model, step.cut))
    if ('end' in step) return void response.end()
    if ('reset' in step) {
      return void response.socket?.resetAndDestroy()
    }
  }
  response.end(protocol.closing(take.length, model))
}

async function say(response: ServerResponse, token: string, as?: 'bytewise' | 'latin1') {
  if (as !== 'bytewise') return void response.write(token, as ?? 'utf8')
  for (const byte of Buffer.from(token)) await new Promise((sent) => response.write(Uint8Array.of(byte), sent))
}

function draw(scripts: Map<string, Script>, body: { prompt: string }, response: ServerResponse) {
  const script = scripts.get(/script:([\w-]+)/.exec(body.prompt)?.[1] ?? '')
  script?.calls.push(body)
  const { status = 200, type = 'application/json', base64 = '' } = script?.pictures.shift() ?? { status: 400 }
  response.writeHead(status, { 'content-type': type, 'retry-after-ms': '1' }).end(Buffer.from(base64, 'base64'))
}

/**
 * OpenAI's transcriptions: two sentences, the second a minute and a half later, in a recording of this content. A model without times
 * refuses to give them.
 */
async function transcribe(request: IncomingMessage, response: ServerResponse) {
  const type = request.headers['content-type'] ?? ''
  const form = await new Response(await bytesOf(request), { headers: { 'content-type': type } }).formData()
  const [file, format, model] = ['file', 'response_format', 'model'].map((name) => form.get(name))
  if (!(file instanceof Blob) || model === 'deaf') return json(response, 400, {})
  if (format !== 'verbose_json') return json(response, 200, { text: 'Good morning. See you.' })
  if (model === 'timeless') return json(response, 400, { error: { message: 'response_format is not supported' } })
  const segments = [
    { start: 0, text: ' Good morning, Osaka.' },
    { start: 91.5, text: ` A recording of ${file.size} bytes.` },
  ]
  return json(response, 200, { text: segments.map(({ text }) => text).join(''), segments })
}

interface Rerank {
  query: string
  documents: string[]
}

/** Cohere's rerank: the texts by the number in their words 'relevance 0.5', those without one left out. Fails for a query with 'unranked'. */
function rerank({ query, documents }: Rerank, response: ServerResponse) {
  if (query.includes('unranked')) return json(response, 400, { message: 'no' })
  const results = documents.flatMap((text, index) => {
    const relevance = /relevance (\d\.\d+)/.exec(text)?.[1]
    return relevance === undefined ? [] : [{ index, relevance_score: Number(relevance) }]
  })
  return json(response, 200, { results })
}

function newScript(takes: Take[]): Script {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  return { takes, calls: [], asides: {}, pictures: [], held, release, hungUp: Promise.withResolvers<void>() }
}

async function bytesOf(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = []
  for await (const part of request) chunks.push(part as Buffer)
  return new Uint8Array(Buffer.concat(chunks))
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const bytes = await bytesOf(request)
  return bytes.length ? JSON.parse(Buffer.from(bytes).toString()) : undefined
}

function json(response: ServerResponse, status: number, body: unknown) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
