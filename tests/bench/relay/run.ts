import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Agent, request } from 'node:http'
import { createParser } from 'eventsource-parser'
import { median } from '../median.ts'
import { prepare } from '../prepare.ts'
import { type Database, execute } from '../product.ts'
import type { RunningWorker } from '../workers.ts'
import { startPipe } from './pipe.ts'

/**
 * `npm run bench:relay`: what the product's relay of a model's answer costs, beside the bare Worker that passes the same
 * service's bytes on (`return new Response(upstream.body)`), in the same run, on workerd. Linux alone: it reads /proc.
 *
 * A second pipe takes each piece in hand and lets it go: what JavaScript costs before it has done anything.
 *
 * Added time: from the moment at which the service writes its first token until the reader has it, one answer at a time.
 * Processor time: of workerd, D1 and the object's storage included, in 200 answers at once at a pace that people read at.
 * Answers of two lengths tell what a token costs, and what a question costs before and after its tokens.
 */
const streams = Number(process.env.STREAMS ?? 200)
const lengths = { short: 100, long: Number(process.env.TOKENS ?? 500) }
const pace = Number(process.env.PACE ?? 20)
const firsts = 100
/** How often the processor time is taken, of each way in turn; the middle one counts. */
const rounds = 3
const goals = { added: 1.5, cpu: 3 }

interface Answer {
  text: string
  /** Milliseconds from the question to the first token, and from its being written to its arrival. */
  first: number
  added: number
  complete: boolean
}

/** One way to the model: how a question is sent, and how an event of its stream is read. */
interface Way {
  name: string
  worker: RunningWorker
  ask: (question: string) => { path: string; headers: Record<string, string>; body: string }
  /** The text of an event; null for the end. */
  read: (event: string, data: string) => string | null
}

const agent = new Agent({ keepAlive: true, maxSockets: Infinity })

async function answerOver({ worker, ask, read }: Way, question: string): Promise<Answer> {
  const { path, headers, body } = ask(question)
  const began = performance.now()
  const sent = request(`${worker.url}${path}`, { method: 'POST', agent, headers })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage]
  const answer: Answer = { text: '', first: 0, added: 0, complete: false }
  const parser = createParser({
    onEvent: ({ event = '', data }) => {
      const text = read(event, data)
      if (text === null) answer.complete = true
      if (!text) return
      if (answer.text === '') {
        const arrived = process.hrtime.bigint()
        answer.first = performance.now() - began
        answer.added = Number(arrived - BigInt(/@(\d+);/.exec(text)![1]!)) / 1e6
      }
      answer.text += text
    },
  })
  response.setEncoding('utf8')
  for await (const part of response) parser.feed(part as string)
  if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode}`)
  return answer
}

/** The text behind the first token's time. */
const textOf = (tokens: number) => Array.from({ length: tokens - 1 }, (_, index) => ` w${index + 1}`).join('')

/** One answer at a time, in turns, so that whatever else the machine does concerns all ways. */
async function firstTokens(ways: Way[]): Promise<Answer[][]> {
  for (const way of ways) for (let index = 0; index < 10; index++) await answerOver(way, 'tokens=20 pace=0 wait=50')
  const answers: Answer[][] = ways.map(() => [])
  for (let round = 0; round < firsts; round++) {
    for (const [index, way] of ways.entries()) answers[index]!.push(await answerOver(way, 'tokens=2 pace=1 wait=60'))
  }
  return answers
}

async function measure(ways: Way[]) {
  const firsts = await firstTokens(ways)
  const costs = ways.map((): Cost[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, way] of ways.entries()) costs[index]!.push(await costOf(way))
  }
  return ways.map(({ name }, index) => ({
    name,
    first: median(firsts[index]!.map(({ first }) => first)) - 60,
    added: median(firsts[index]!.map(({ added }) => added)),
    token: median(costs[index]!.map(({ token }) => token)),
    question: median(costs[index]!.map(({ question }) => question)),
    lost: costs[index]!.reduce((sum, { lost }) => sum + lost, 0),
  }))
}

/** Processor time of a token in microseconds and of a question in milliseconds; how many answers were not whole. */
interface Cost {
  token: number
  question: number
  lost: number
}

async function costOf(way: Way): Promise<Cost> {
  const short = await measureMany(way, lengths.short)
  const long = await measureMany(way, lengths.long)
  const token = (long.cpu - short.cpu) / (lengths.long - lengths.short)
  return { token: token * 1000, question: short.cpu - token * lengths.short, lost: short.lost + long.lost }
}

/** Milliseconds of processor time for one answer of many at once, and how many of them were not whole. */
async function measureMany(way: Way, tokens: number) {
  const before = way.worker.cpu()
  const question = `tokens=${tokens} pace=${pace} wait=1000`
  const answers = await Promise.all(Array.from({ length: streams }, () => answerOver(way, question)))
  const isWhole = ({ text, complete }: Answer) => complete && text.replace(/^@\d+;/, '') === textOf(tokens)
  return {
    cpu: (way.worker.cpu() - before) / streams,
    lost: answers.filter((answer) => !isWhole(answer)).length,
  }
}

async function main() {
  await using cleanup = new AsyncDisposableStack()
  const bench = await prepare('relay', cleanup)
  const upstream = fork(join(import.meta.dirname, 'upstream.ts'))
  cleanup.defer(() => void upstream.disconnect())
  const [port] = (await once(upstream, 'message')) as [number]
  const modelUrl = `http://127.0.0.1:${port}/v1`

  const pipe = await startPipe(modelUrl)
  cleanup.defer(pipe.stop)
  const product = await bench.startProduct({
    variables: { OPENAI_BASE_URL: modelUrl, OPENAI_API_KEY: 'key', OPENAI_MODELS: 'small' },
  })
  const token = await bench.tokenOf({ email: 'bench@example.com' })
  await seedMember(product.database)

  const piped = (name: string, path: string): Way => ({
    name,
    worker: pipe,
    ask: (question) => ({ path, headers: {}, body: JSON.stringify({ question }) }),
    read: (_event, data) => (data === '[DONE]' ? null : (JSON.parse(data).choices[0]?.delta.content ?? '')),
  })
  const ways: Way[] = [
    piped('bare pipe', '/'),
    piped('pipe in JavaScript', '/pieces'),
    {
      name: 'product',
      worker: product,
      ask: (question) => ({
        path: '/web/v1/chat',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query: question, pipeline: 'chat_ai', background: true }),
      }),
      read: (event, data) => (event === 'done' ? null : (JSON.parse(data).delta ?? '')),
    },
  ]
  report(await measure(ways))
}

const seedMember = (database: Database) =>
  execute(database, [
    "INSERT INTO organizations (id, name) VALUES (1, 'Bench')",
    "INSERT INTO groups (id, organization_id, name, type) VALUES (1, 1, 'Bench', 'organization')",
    "INSERT INTO groups (id, organization_id, name, type) VALUES (2, 1, 'Private', 'user')",
    `INSERT INTO users (organization_id, private_group_id, email, role, language)
     VALUES (1, 2, 'bench@example.com', 'user', 'en')`,
  ])

type Result = Awaited<ReturnType<typeof measure>>[number]

function report(results: Result[]) {
  const [floor, , product] = results as [Result, Result, Result]
  console.table(
    Object.fromEntries(
      results.map(({ name, first, added, token, question, lost }) => [
        name,
        {
          'question to first token, ms': first.toFixed(2),
          'first token in transit, ms': added.toFixed(2),
          '× pipe': (added / floor.added).toFixed(2),
          'CPU µs/token': token.toFixed(0),
          '× pipe ': (token / floor.token).toFixed(2),
          'CPU ms/question': question.toFixed(1),
          'answers not whole': lost,
        },
      ]),
    ),
  )
  const added = product.added / floor.added
  const cpu = product.token / floor.token
  const good = added <= goals.added && cpu <= goals.cpu && product.lost === 0
  console.log(
    `${streams} answers at once, ${1000 / pace} tokens a second: transit ${added.toFixed(2)}× (goal ${goals.added}), ` +
      `CPU ${cpu.toFixed(2)}× (goal ${goals.cpu}), lost in ${product.lost}: ${good ? 'reached' : 'missed'}`,
  )
  process.exitCode = good ? 0 : 1
}

await main()
