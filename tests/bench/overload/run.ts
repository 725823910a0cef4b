import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ask } from '../growth/asking.ts'
import { seedOrganization } from '../growth/organization.ts'
import { median } from '../median.ts'
import { prepare } from '../prepare.ts'
import type { Product } from '../product.ts'
import { textOf, vocabularies } from '../retrieval/texts.ts'

/**
 * `npm run bench:overload`: the time from a question to its first word while a thousand small uploads are processed, beside the same
 * when nothing else happens, in turns, so that whatever else the machine does meets both. Here front, jobs, reader, D1 and all objects
 * share one thread, of which each has its own on the platform: what is measured is the worst that sharing can do, and tells one number of
 * consumers from another.
 * @param argv how many consumers work at once, in place of the five of `wrangler.jobs.toml`
 */
const consumers = Number(process.argv[2] ?? 5)
const uploads = 1000
/** Files of one call. */
const together = 20
/** Turns of questions when nothing else happens and questions while files are processed. */
const rounds = 5
/** Questions of a turn when nothing else happens. */
const questions = 12
/** Milliseconds to D1 and to each object. */
const delay = 10
const goal = 1.5

async function main() {
  await using cleanup = new AsyncDisposableStack()
  const bench = await prepare('overload', cleanup)
  const upstream = fork(join(import.meta.dirname, '../relay/upstream.ts'))
  cleanup.defer(() => void upstream.disconnect())
  const [port] = (await once(upstream, 'message')) as [number]
  const product = await bench.startProduct({
    entry: 'tests/bench/overload/entry.ts',
    consumers,
    variables: {
      OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
      OPENAI_API_KEY: 'key',
      OPENAI_MODELS: 'small',
      UPLOADS_PER_MINUTE: '1000000',
      DELAY: String(delay),
    },
  })
  await seedOrganization(product.database, ['member'])
  const side = { url: product.url, token: await bench.tokenOf({ sub: 'member', email: 'member@example.com' }) }
  await upload(side, 0, together)
  await fetch(`${product.url}/release`)
  while ((await pending(product)) > 0) await new Promise((resolve) => setTimeout(resolve, 100))

  for (let number = 0; number < 30; number++) await ask(side, questionOf(number))
  const idle: number[] = []
  const busy: number[] = []
  let seconds = 0
  let cpu = 0
  for (let from = 0; from < uploads; from += uploads / rounds) {
    for (let sent = 0; sent < uploads / rounds; sent += together) await upload(side, together + from + sent, together)
    for (let number = 0; number < questions; number++) idle.push((await ask(side, questionOf(number))).firstWord)
    await fetch(`${product.url}/release`)
    const began = performance.now()
    const used = product.cpu()
    while ((await pending(product)) > 0) busy.push((await ask(side, questionOf(busy.length))).firstWord)
    seconds += (performance.now() - began) / 1000
    cpu += product.cpu() - used
  }
  console.log(`${uploads} files were processed in ${seconds.toFixed(0)} s beside ${busy.length} questions`)
  console.log(`the shared thread was at work ${(cpu / seconds / 10).toFixed(0)} % of that time`)
  const ratio = median(busy) / median(idle)
  console.table({
    'question to first word, ms': {
      idle: median(idle).toFixed(1),
      busy: median(busy).toFixed(1),
      '×': ratio.toFixed(2),
    },
  })
  process.exitCode = ratio <= goal ? 0 : 1
}

const questionOf = (number: number) => {
  const from = 100 + (Math.abs(number) % 50)
  return `What is said of ${vocabularies.en.slice(from, from + 3).join(' ')}? tokens=5`
}

async function upload({ url, token }: { url: string; token: string }, from: number, count: number): Promise<void> {
  const form = new FormData()
  for (let number = from; number < from + count; number++)
    form.append('files', new File([textOf('en', number)], `file-${number}.txt`))
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/v1/files/upload`, { method: 'POST', headers, body: form })
  if (!response.ok) throw new Error(`an upload answers ${response.status}: ${await response.text()}`)
}

async function pending({ database }: Product): Promise<number> {
  const row = (await database.prepare("SELECT count(*) AS pending FROM files WHERE status = 'pending'").first()) as {
    pending: number
  }
  return row.pending
}

await main()
