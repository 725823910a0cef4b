import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright'
import { type Database, stateIn } from '../../../scripts/local/database.ts'
import { IdentityToolkit } from '../../../scripts/local/identity/identity-toolkit.ts'
import { addOrganization } from '../../../scripts/local/organization.ts'
import { startBesideApp } from '../../../scripts/local/product.ts'
import { startModelsServer, type Take } from '../../models-server.ts'
import { launchChromium, prepareLocal } from '../local-product.ts'
import type { Counts } from './counts.ts'
import { ask, type Deed, signIn, upload, view } from './people.ts'
import { billOf, subscription, usedBy } from './prices.ts'
import { type CountedProduct, startCounted, sumOf, workerOf } from './product.ts'
import { countSent } from './sent.ts'

/**
 * `npm run bench:costs`: what the built product uses of the platform for a thousand page views, uploads and questions, done in a
 * browser by people who have signed in, and what that is in a month at list prices. `--times` does each less often; `--questions`,
 * `--uploads` and `--views` say how often a person does each in a month, `--months` how many months of it are stored.
 */
const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '1000' },
    questions: { type: 'string', default: '200' },
    uploads: { type: 'string', default: '20' },
    views: { type: 'string', default: '100' },
    months: { type: 'string', default: '12' },
  },
})
const [times, questions, uploads, views, months] = Object.values(values).map(Number) as [
  number,
  number,
  number,
  number,
  number,
]
const emails = Array.from({ length: 5 }, (_, number) => `person-${number}@example.org`)
const password = 'a password'
/** Files of one deed. */
const together = 2

/** An answer of 400 tokens, fifty a second. */
const answer: Take = [{ pause: 500 }, ...Array.from({ length: 400 }, () => [{ say: ' words' }, { pause: 20 }]).flat()]

async function main() {
  await using cleanup = new AsyncDisposableStack()
  const { settings, progress } = await prepareLocal(cleanup)
  await startBesideApp(settings, progress, cleanup)
  const toolkit = new IdentityToolkit(settings.authUrl)
  for (const email of emails) await toolkit.ensureAccount(email, password)
  const models = await startModelsServer()
  cleanup.defer(models.close)
  const browser = await launchChromium(cleanup)

  const units: Record<string, Counts> = {}
  const measureAll = async (variables: Record<string, string>, deeds: Record<string, Deed>) => {
    const product = await startCounted(settings, stateIn(settings.dataDir), variables)
    try {
      await invite(product)
      const pages = await Promise.all(emails.map((email) => signIn(browser, { url: settings.appUrl, email, password })))
      for (const [name, deed] of Object.entries(deeds)) {
        units[name] = await measure(product, pages, deed, name === 'upload' ? together : 1)
        console.log(name, rounded(units[name]))
      }
      units.hour = await measureHour(product)
      await Promise.all(pages.map((page) => page.context().close()))
    } finally {
      await product.stop()
    }
  }
  await measureAll({}, { 'page view': view, upload, question: ask() })
  await script(models.url)
  await measureAll(
    { OPENAI_BASE_URL: models.url, OPENAI_API_KEY: 'key', OPENAI_MODELS: 'scripted' },
    { 'question to a model': ask(' script:costs') },
  )
  const calls = (await (await fetch(`${models.url}/scripts/costs/calls`)).json()) as unknown[]
  console.log(`a prompt has ${Math.round(JSON.stringify(calls).length / calls.length)} characters`)
  report(units)
}

/** Prints what each of them uses, and the bills of a month. */
function report(units: Record<string, Counts>) {
  console.table(
    Object.fromEntries(
      billOf({}).map(({ of }, index) => [
        of,
        Object.fromEntries(Object.entries(units).map(([name, used]) => [name, digits(billOf(used)[index]!.amount)])),
      ]),
    ),
  )
  for (const question of ['question', 'question to a model']) {
    const use = { [question]: questions, upload: uploads, 'page view': views }
    const bills = [100, 1000, 10_000].map((people) => {
      const bill = billOf(sumOf(usedBy(people, use, units, months), usedBy(1, { hour: 720 }, units, 1)))
      const dollars = bill.map(({ of, dollars }) => [of, dollars.toFixed(2)] as const)
      const total = bill.reduce((sum, { dollars }) => sum + dollars, subscription)
      return [`${people} people`, Object.fromEntries([...dollars, ['in all', total.toFixed(2)]])] as const
    })
    console.log(`${question}: dollars a month beyond the subscription of ${subscription}, and in all with it`)
    console.table(
      Object.fromEntries(
        Object.keys(bills[0]![1]).map((of) => [of, Object.fromEntries(bills.map(([who, bill]) => [who, bill[of]]))]),
      ),
    )
  }
}

const digits = (value: number) => Number(value.toPrecision(3))
const rounded = (counts: Counts) =>
  Object.fromEntries(Object.entries(counts).map(([name, value]) => [name, digits(value)]))

/** What the model says: to questions, and to what is asked beside them. */
async function script(url: string) {
  const put = (path: string, body: unknown) =>
    fetch(`${url}/scripts/costs${path}`, { method: 'PUT', body: JSON.stringify(body) })
  await put('', [answer])
  await put('/agent', [{ pause: 300 }, { say: '{"agent":"chat_ai"}' }])
  await put('/queries', [{ pause: 300 }, { say: '{"queries":["the same in other words"]}' }])
  await put('/title', [{ pause: 300 }, { say: 'A title of some words' }])
}

async function invite({ miniflare }: CountedProduct) {
  const database = (await miniflare.getD1Database('DB')) as unknown as Database
  const { results } = await database.prepare('SELECT 1 FROM users WHERE email = ?').bind(emails[0]!).all()
  if (results.length > 0) return
  await addOrganization(database, {
    name: 'Costs',
    timeZone: 'Asia/Tokyo',
    users: emails.map((email) => ({ email, role: 'admin' })),
    language: 'en',
  })
}

/** What one of so many uses on the average, done by five people at once. */
async function measure(product: CountedProduct, pages: Page[], deed: Deed, each: number): Promise<Counts> {
  for (const [number, page] of pages.entries()) await deed(page, 2 * times + number, 0)
  await setTimeout(3000)
  const before = await product.takeCounts('a day later')
  const used = product.cpu()
  const stop = await product.profile()
  const sent = await Promise.all(pages.map(countSent))
  const began = performance.now()
  let next = 0
  await Promise.all(
    pages.map(async (page) => {
      for (let turn = 0; next < times / each; turn++) await deed(page, next++, turn)
    }),
  )
  const seconds = (performance.now() - began) / 1000
  await setTimeout(3000)
  const cpu = shared(product.cpu() - used, await stop())
  const counts = await product.takeCounts()
  for (const bytes of sent) counts['front.sent'] = (counts['front.sent'] ?? 0) + (await bytes())
  const after = await product.takeCounts('a day later')
  for (const name of stored) after[name] = (after[name] ?? 0) - (before[name] ?? 0)
  return Object.fromEntries(
    Object.entries(sumOf(counts, after, cpu, { seconds })).map(([name, value]) => [name, value / times]),
  )
}

/** What is told as it is, not as it has grown. */
const stored = ['member', 'organization', 'library', 'analysis', 'd1'].map((home) => `${home}.bytes`)

/** The processor's time, which D1 and R2 took part of here, in proportion to the samples of each Worker: more than is billed. */
function shared(milliseconds: number, samples: Counts): Counts {
  const all = Object.values(samples).reduce((sum, value) => sum + value, 0)
  return Object.fromEntries(Object.entries(samples).map(([name, value]) => [name, (value / all) * milliseconds]))
}

/** What the hourly sweep uses. */
async function measureHour(product: CountedProduct): Promise<Counts> {
  await product.takeCounts()
  const front = await workerOf(product, 'recursive-agent-platform')
  await front.scheduled({ cron: '17 * * * *' })
  await setTimeout(5000)
  return product.takeCounts()
}

await main()
