import type { Entry } from '../../../app/contract/conversations.ts'
import { startMachine, type Machine } from '../killing/machine.ts'
import { compare, keyOf, type Told } from '../killing/compare.ts'
import { perform, type Person, type Work } from '../killing/work.ts'
import type { Fault, Outcome } from '../fault.ts'

/** Milliseconds from the work's beginning to the kill. */
const soonest = 300
const latest = 2500
/** Milliseconds after the last start until all is done, and how often it is looked. */
const settleTime = 60_000
const look = 1000

/** Who does what at a time, each without a pause. */
const tasks: Work['kind'][] = [
  'question',
  'question',
  'question',
  'upload',
  'upload',
  'parts',
  'keyword',
  'deletion',
  'import',
  'rename',
]

/** What the product has acknowledged is there when it starts again, and so is what it has shown; what it has not is done once when it is asked again. */
export const fault: Fault = {
  name: 'the machine is killed (SIGKILL)',
  tries: 10,
  // Records of imports that told one person too few, and uploads whose key was held.
  foundBy: [1],
  async run({ random, tries }) {
    await using cleanup = new AsyncDisposableStack()
    const machine = await startMachine(cleanup)
    const team = new Team(machine, random, {
      admin: await personOf(machine, 'admin@example.com'),
      user: await personOf(machine, 'user@example.com'),
    })
    for (let kill = 0; kill < tries; kill++) {
      const end = team.work()
      await new Promise((resolve) => setTimeout(resolve, soonest + random() * (latest - soonest)))
      await Promise.all([machine.killAndStart(), end()])
    }
    await team.settle()
    const told = await team.look()
    await machine.stop()
    const outcome: Outcome = { tries, ...compare(team.history, told, machine.state) }
    const counts = Object.entries(Object.groupBy(team.history, ({ kind }) => kind))
    outcome.notes?.push(`tried ${counts.map(([kind, all]) => `${all!.length} × ${kind}`).join(', ')}`)
    return outcome
  },
}

const personOf = async (machine: Machine, email: string): Promise<Person> => ({
  email,
  token: await machine.tokenOf(email),
})

/** People who work all at the same time. */
class Team {
  readonly history: Work[] = []
  readonly #machine: Machine
  readonly #random: () => number
  readonly #people: { admin: Person; user: Person }
  #count = 0

  constructor(machine: Machine, random: () => number, people: { admin: Person; user: Person }) {
    this.#machine = machine
    this.#random = random
    this.#people = people
  }

  /** Has all of them work until what it gives is called, which breaks their calls off. */
  work(): () => Promise<void> {
    const over = new AbortController()
    const all = Promise.all(tasks.map((kind) => this.keepWorking(kind, over.signal)))
    return async () => {
      over.abort()
      await all
    }
  }

  private async keepWorking(kind: Work['kind'], over: AbortSignal): Promise<void> {
    const again = this.history.filter((work) => work.kind === kind && !work.isDone && this.#random() < 0.5)
    while (!over.aborted) {
      const work = again.pop() ?? this.next(kind)
      if (work) await perform(work, this.#machine.url, over)
      await new Promise((resolve) => setTimeout(resolve, work ? 5 : 100))
    }
  }

  private next(kind: Work['kind']): Work | undefined {
    const { admin, user } = this.#people
    const isAdmins = kind === 'keyword' || kind === 'deletion' || kind === 'import'
    const person = isAdmins ? admin : user
    const name = `${kind}-${++this.#count}`
    const work: Work = { kind, name, person, isDone: false, seen: [], calls: 0 }
    const of = kind === 'deletion' ? 'keyword' : kind === 'rename' ? 'question' : undefined
    if (of) {
      const untouched = this.history.find(
        (other) =>
          other.kind === of && other.isDone && !this.history.some((one) => one.kind === kind && one.id === other.id),
      )
      if (!untouched) return undefined
      work.id = untouched.id!
    }
    this.history.push(work)
    return work
  }

  /** Makes each call again that nobody has acknowledged, and waits until nothing is under way, a minute at most. */
  async settle(): Promise<void> {
    const over = AbortSignal.timeout(settleTime)
    while (!over.aborted) {
      const open = this.history.filter(({ isDone }) => !isDone)
      await Promise.all(open.map((work) => perform(work, this.#machine.url, over)))
      if (open.length === 0 && (await this.isIdle())) return
      await new Promise((resolve) => setTimeout(resolve, look))
    }
  }

  private async isIdle(): Promise<boolean> {
    const { data } = await this.ask<{ data: { status: string }[] }>(
      this.#people.user,
      '/web/v1/files?page_size=100&page=1',
    )
    const pages = [data]
    for (let page = 2; pages.at(-1)!.length === 100; page++) {
      pages.push(
        (await this.ask<{ data: { status: string }[] }>(this.#people.user, `/web/v1/files?page_size=100&page=${page}`))
          .data,
      )
    }
    return pages.flat().every(({ status }) => status === 'done' || status === 'failed')
  }

  /** Reads all that the API tells of it. */
  async look(): Promise<Told> {
    const { admin, user } = this.#people
    const conversations: Told['conversations'] = new Map()
    const list = await this.ask<{ data: { id: number; title: string }[] }>(user, '/web/v1/conversations')
    for (const { id, title } of list.data) {
      const { data } = await this.ask<{ data: Entry[] }>(user, `/v1/conversations/${id}/entries`)
      conversations.set(keyOf(user, id), { title, entries: data })
    }
    const { user_id: userId } = await this.ask<{ user_id: number }>(user, '/web/v1/users/me')
    const audits = await this.all<{ conversation_id: number }>(admin, `/v1/audits?user_id=${userId}`)
    const { organization_id: id } = await this.ask<{ organization_id: number }>(admin, '/web/v1/users/me')
    const verification = await fetch(`${this.#machine.url}/v1/organizations/${id}/audits/verification`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    return {
      conversations,
      audits: audits.map((audit) => keyOf(user, audit.conversation_id)),
      actions: await this.all(admin, '/v1/actions?'),
      problems: (await verification.text()).split('"type":"problem"').length - 1,
    }
  }

  private async all<Row>(person: Person, path: string): Promise<Row[]> {
    const rows: Row[] = []
    for (let page = 1, pages = 1; page <= pages; page++) {
      const read = await this.ask<{ data: Row[]; pages: number }>(person, `${path}&page=${page}`)
      rows.push(...read.data)
      pages = read.pages
    }
    return rows
  }

  private async ask<Body>({ token }: Person, path: string): Promise<Body> {
    const response = await fetch(this.#machine.url + path, { headers: { authorization: `Bearer ${token}` } })
    if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`)
    return (await response.json()) as Body
  }
}
