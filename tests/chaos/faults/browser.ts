import type { Browser } from 'playwright'
import type { Conversation, Entry } from '../../../app/contract/conversations.ts'
import { demoUsers } from '../../../scripts/local/demo.ts'
import { IdentityToolkit } from '../../../scripts/local/identity/identity-toolkit.ts'
import type { Settings } from '../../../scripts/local/settings.ts'
import { launchChromium, startLocalProduct } from '../../bench/local-product.ts'
import { startModelsServer } from '../../models-server.ts'
import { randomFrom } from '../../random.ts'
import { Network } from '../browsing/network.ts'
import { type Finding, judge, type Kept } from '../browsing/judge.ts'
import { isTranslated } from '../browsing/notices.ts'
import { type Earlier, Person } from '../browsing/person.ts'
import type { Fault, Outcome } from '../fault.ts'

/** What each does in a try, and milliseconds between two of these at most. */
const acts = 12
const rest = 600
/** Milliseconds after all works again until everything has to be done. */
const settleTime = 60_000
/** Of an answer, with milliseconds between them. */
const lines = 12
const pause = 80
const whole = Array.from({ length: lines }, (_, line) => `Line ${line}.`).join(' ')

/** Nothing that was typed is lost then, nothing is done twice, every page comes back, and what was refused was told. */
export const fault: Fault = {
  name: 'the network goes at any moment, in a browser',
  tries: 6,
  // A first notice without a network ended its page; a row whose ring never stopped, a conversation without a way to load it again.
  foundBy: [1, 2, 3],
  async run({ seed, tries }) {
    await using cleanup = new AsyncDisposableStack()
    const models = await startModelsServer()
    cleanup.defer(models.close)
    const take = Array.from({ length: lines }, (_, line) => [
      { say: line ? ` Line ${line}.` : 'Line 0.' },
      { pause },
    ]).flat()
    await fetch(`${models.url}/scripts/lines`, { method: 'PUT', body: JSON.stringify([take]) })
    const variables = { OPENAI_BASE_URL: models.url, OPENAI_API_KEY: 'key', OPENAI_MODELS: 'small' }
    const generous = { QUESTIONS_PER_MINUTE: '1000', UPLOADS_PER_MINUTE: '1000', RUNNING_ANSWERS: '20' }
    Object.assign(process.env, variables, generous)
    const settings = await startLocalProduct(cleanup)
    const browser = await launchChromium(cleanup)
    const outcome: Outcome = { tries, lost: 0, doubled: 0, stuck: 0, leaked: 0, notes: [] }
    const counts = new Map<string, number>()
    for (let first = 0; first < tries; first += demoUsers.length) {
      const pair = demoUsers
        .slice(0, tries - first)
        .map(({ email }, index) => browse(browser, settings, email, seed, first + index))
      const found = await Promise.all(pair)
      for (const { told, words, done, number } of found) {
        for (const [count, what] of told) {
          outcome[count] += 1
          outcome.notes!.push(`try ${number}: ${count}: ${what}`)
        }
        for (const [name, times] of done) counts.set(name, (counts.get(name) ?? 0) + times)
        for (const other of found)
          if (other.number !== number && words.some((word) => other.text.includes(word))) {
            outcome.leaked += 1
            outcome.notes!.push(`try ${number}: leaked: words of another member are in a page`)
          }
      }
    }
    outcome.notes!.push(`tried ${[...counts].map(([name, times]) => `${times} × ${name}`).join(', ')}`)
    return outcome
  },
}

/** One member's session with all that goes wrong, and what came of it. */
async function browse(browser: Browser, settings: Settings, email: string, seed: number, number: number) {
  const random = randomFrom(seed * 1009 + number)
  const language = random() < 0.5 ? 'en' : 'ja'
  const account = { email, password: settings.demoPassword }
  const api = new Api(settings.appUrl, await new IdentityToolkit(settings.authUrl).signIn(email, account.password))
  const name = `zq${seed}t${number}`
  const earlier: Earlier = { renamed: await api.talk(`${name} renamed`), deleted: await api.talk(`${name} deleted`) }
  await using cleanup = new AsyncDisposableStack()
  const context = await browser.newContext({
    baseURL: settings.appUrl,
    locale: language === 'en' ? 'en-US' : 'ja-JP',
    viewport: { width: 1280, height: 800 },
  })
  cleanup.defer(() => context.close())
  const person = new Person({ context, random, name, language, account, earlier })
  await person.open()

  const network = new Network(context, randomFrom(seed * 2003 + number))
  const mend = await network.break()
  for (let act = 0; act < acts; act++) {
    await person.act()
    await new Promise((resolve) => setTimeout(resolve, random() * rest))
  }
  await mend()

  const told = await settle(person, api)
  for (const tab of person.tabs) {
    told.push(...[...new Set(tab.errors)].map((error): Finding => ['stuck', `a page's error: ${error.slice(0, 300)}`]))
    const strange = tab.notices.filter((text) => !isTranslated(text, language))
    told.push(...strange.map((text): Finding => ['stuck', `a notice that is no message in ${language}: ${text}`]))
  }
  told.push(...(await compare(person, api, earlier)))
  const text = (await Promise.all(person.tabs.map(({ page }) => page.content()))).join('\n')
  const done = new Map<string, number>(network.counts)
  // Names of files are also an administrator's to read.
  const texts = person.wishes.filter(({ kind }) => kind !== 'upload')
  for (const { kind } of person.wishes) done.set(kind, (done.get(kind) ?? 0) + 1)
  return { told, number, text, done, words: texts.map(({ word }) => word) }
}

/** Waits until every tab has come to rest and shows what there is, and says what has not. */
async function settle(person: Person, api: Api): Promise<Finding[]> {
  const end = Date.now() + settleTime
  for (;;) {
    const open: Finding[] = []
    const entries = await api.allEntries()
    for (const [index, tab] of person.tabs.entries()) {
      await person.help(tab)
      const { pathname } = new URL(tab.page.url())
      const left = await person.unfinished(tab).catch((error: Error) => [error.message])
      open.push(...left.map((what): Finding => ['stuck', `tab ${index + 1} at ${pathname} has ${what}`]))
      const there = entries.get(Number(/\/chat\/(\d+)$/.exec(pathname)?.[1]))?.length
      const shown = await tab.page.getByRole('article').count()
      if (there === undefined || shown === there) continue
      const text = (await tab.page.innerText('main').catch(() => '')).replaceAll(/\s+/g, ' ').slice(0, 200)
      const what = `${pathname} has ${there} messages, and shows ${shown}: ${text}`
      open.push([shown > there ? 'doubled' : 'lost', what])
    }
    for (const { id, content } of [...entries.values()].flat())
      if (content.version === 2 && content.status === 'streaming') open.push(['stuck', `answer ${id}`])
    if (open.length === 0 || Date.now() > end) return open
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** What each wanted against what the product has, and what their tabs show. */
async function compare(person: Person, api: Api, earlier: Earlier): Promise<Finding[]> {
  const conversations = await api.conversations()
  const entries = await api.allEntries()
  const asked = [...entries.values()].flat()
  const kept: Kept = {
    questions: asked.flatMap(({ content }) => (content.version === 1 ? [content.user_prompt] : [])),
    drafts: (await Promise.all(person.tabs.map((tab) => person.drafts(tab)))).join('\n'),
    files: await api.files(),
    title: conversations.find(({ id }) => id === earlier.renamed.id)?.title,
    isDeleted: conversations.every(({ id }) => id !== earlier.deleted.id),
    isRated: (entries.get(earlier.renamed.id) ?? []).some(
      ({ content }) => content.version === 2 && content.feedback === 'good',
    ),
    answers: asked.flatMap(({ id, content }) =>
      content.version === 2 ? [{ id, isDone: content.status === 'done', text: content.response }] : [],
    ),
  }
  const wanted = person.wishes.map(({ kind, word, tab, before }) => ({
    kind,
    word,
    wasTold: tab.notices.length > before.notices,
    wasReloaded: tab.loads > before.loads,
  }))
  return judge(wanted, kept, (text) => text === whole || text.includes('A short answer'))
}

/** What the product says to a member. */
class Api {
  readonly #url: string
  readonly #headers: Record<string, string>

  constructor(url: string, token: string) {
    this.#url = url
    this.#headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  }

  /** Has a conversation with this title. */
  async talk(title: string): Promise<{ id: number; title: string }> {
    const body = JSON.stringify({ query: title, pipeline: 'chat_ai', background: true })
    const response = await fetch(`${this.#url}/web/v1/chat`, { method: 'POST', headers: this.#headers, body })
    return { id: Number(/"conversation_id":(\d+)/.exec(await response.text())?.[1]), title }
  }

  conversations = () => this.list<Conversation>('/web/v1/conversations')
  /** The messages of each conversation. */
  async allEntries(): Promise<Map<number, Entry[]>> {
    const conversations = await this.conversations()
    return new Map(
      await Promise.all(
        conversations.map(async ({ id }) => [id, await this.list<Entry>(`/v1/conversations/${id}/entries`)] as const),
      ),
    )
  }

  files = async () => (await this.list<{ name: string }>('/web/v1/files?page_size=100')).map(({ name }) => name)

  private async list<Row>(path: string): Promise<Row[]> {
    const response = await fetch(this.#url + path, { headers: this.#headers })
    if (!response.ok) throw new Error(`${path} answers ${response.status}`)
    return ((await response.json()) as { data: Row[] }).data
  }
}
