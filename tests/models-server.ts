import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { modelOf, type Protocol, protocolAt } from './models-protocols.ts'

/**
 * A server that speaks the streaming protocols of OpenAI's chat completions, Anthropic's messages and Google's
 * streamGenerateContent, and does what a test tells it.
 *
 * A test stores a script (`PUT /scripts/{id}`) and asks a question that contains `script:{id}`. Each call of the model
 * plays the next take of the script; the last take is repeated. `POST /scripts/{id}/release` lets a held take go on,
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
  /** A token of the answer. */
  | { say: string }
  /** Bytes as they are, in place of the protocol's. */
  | { raw: string }
  /** Waits so many milliseconds. */
  | { pause: number }
  /** Waits for the test's release. */
  | { hold: true }
  /** Resets the connection. */
  | { reset: true }
  /** Ends the response without the closing events. */
  | { end: true }
  /** Answers with this status in place of 200; has to be the first step. */
  | { status: number; headers?: Record<string, string>; body?: string }

interface Script {
  takes: Take[]
  calls: unknown[]
  release: () => void
  held: Promise<void>
  hungUp: { promise: Promise<void>; resolve: () => void }
}

/** What the model says where no script is given. */
const defaultTake: Take = [{ say: 'A short ' }, { say: 'answer.' }]

/** Starts the server on a free port of the loopback interface. It does not keep the process alive. */
export async function startModelsServer(
  extra?: (request: IncomingMessage, response: ServerResponse) => boolean,
): Promise<ModelsServer> {
  const scripts = new Map<string, Script>()
  const server = createServer((request, response) => {
    if (extra?.(request, response)) return
    handle(scripts, request, response).catch(() => response.destroy())
  })
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
  const body = await bodyOf(request)
  const protocol = protocolAt(path)
  if (protocol) return complete(scripts, { path, body: body as Completion['body'], protocol }, response)

  const [area, id = '', action = ''] = path.split('/').slice(2)
  if (request.method === 'PUT') scripts.set(id, newScript(body as Take[]))
  const script = scripts.get(id)
  if (area !== 'scripts' || !script) return json(response, 404, {})
  if (action === 'release') script.release()
  if (action === 'hung-up') await script.hungUp.promise
  return json(response, 200, script.calls)
}

interface Completion {
  path: string
  /** Google calls the messages contents, and names the model in the path alone. */
  body: { model?: string; messages?: object[]; contents?: object[] }
  protocol: Protocol
}

async function complete(scripts: Map<string, Script>, { path, body, protocol }: Completion, response: ServerResponse) {
  const model = modelOf(path, body)
  const question = (body.messages ?? body.contents ?? []).at(-1)
  const id = /script:([\w-]+)/.exec(JSON.stringify(question))?.[1] ?? ''
  const script = scripts.get(id)
  const take = script?.takes[Math.min(script.calls.length, script.takes.length - 1)] ?? defaultTake
  script?.calls.push(body)
  response.on('close', () => !response.writableEnded && script?.hungUp.resolve())

  for (const step of take) {
    if ('status' in step) return void response.writeHead(step.status, step.headers).end(step.body ?? '{}')
    if (!response.headersSent) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(protocol.opening(model))
    }
    if ('say' in step) response.write(protocol.token(step.say, model))
    if ('raw' in step) response.write(step.raw)
    if ('pause' in step) await new Promise((resolve) => setTimeout(resolve, step.pause))
    if ('hold' in step) await script?.held
    if ('end' in step) return void response.end()
    if ('reset' in step) {
      return void response.socket?.resetAndDestroy()
    }
  }
  response.end(protocol.closing(take.length, model))
}

function newScript(takes: Take[]): Script {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  return { takes, calls: [], held, release, hungUp: Promise.withResolvers<void>() }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const part of request) chunks.push(part as Buffer)
  return chunks.length ? JSON.parse(Buffer.concat(chunks).toString()) : undefined
}

function json(response: ServerResponse, status: number, body: unknown) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
