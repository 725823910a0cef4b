import { constants, copyFileSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { median } from '../median.ts'
import type { Bench } from '../prepare.ts'
import { type Product, startProduct } from '../product.ts'
import { call } from '../side.ts'
import { ask } from './asking.ts'
import { objectFile } from '../object-file.ts'
import { seedOrganization } from './organization.ts'

/** Other members of the organisation, whose objects hold as many questions as the asking one's. */
const others = { few: 1, many: 1000 }
const questions = 10_000
/** Questions of a round, one side after the other; and how many others list their conversations before it, so that their objects are alive. */
const round = { rounds: 12, questions: 10, awake: 40 }
/** Milliseconds after a round in which what its questions have left to do is done. */
const settling = 2000
const goal = 1.2

interface Place {
  product: Product
  others: number
  firstEvents: number[]
  /** Milliseconds of workerd's processor time that a question of each round took. */
  cpu: number[]
}

/**
 * A member's question among a thousand other members' objects beside the same among one: time to its first event, and processor time.
 */
export async function compareNeighbours(bench: Bench, modelUrl: string): Promise<boolean> {
  const object = await fill(bench)
  const token = await bench.tokenOf({ sub: 'member', email: 'member@example.com' })
  const sides: Place[] = []
  for (const [name, count] of Object.entries(others)) {
    const state = join(bench.state, name)
    for (let other = 0; other <= count; other++) copyObject(object, objectFile(state, 'MemberObject', keyOf(other)))
    const variables = { OPENAI_BASE_URL: modelUrl, OPENAI_API_KEY: 'key', OPENAI_MODELS: 'small' }
    const product = await bench.startProduct({ state, variables })
    await seedOrganization(
      product.database,
      Array.from({ length: count + 1 }, (_, other) => keyOf(other)),
    )
    sides.push({ product, others: count, firstEvents: [], cpu: [] })
  }
  const awake = async ({ product, others }: Place, from: number, count: number) => {
    for (let index = 0; index < count; index++) {
      const key = keyOf(1 + ((from + index) % others))
      const other = await bench.tokenOf({ sub: key, email: `${key}@example.com` })
      await (await call({ rows: 0, url: product.url, token: other }, '/web/v1/conversations')).arrayBuffer()
    }
  }
  for (const side of sides) await awake(side, 0, side.others)

  for (let number = -1; number < round.rounds; number++) {
    for (const side of sides) await awake(side, (number + 1) * round.awake, round.awake)
    const before = sides.map(({ product }) => product.cpu())
    const took = sides.map(() => [] as number[])
    for (let question = 0; question < round.questions; question++) {
      for (const [index, { product }] of sides.entries()) {
        const { firstEvent } = await ask(
          { url: product.url, token },
          `What is said of it? tokens=50 (${number} ${question})`,
        )
        took[index]!.push(firstEvent)
      }
    }
    await new Promise((resolve) => setTimeout(resolve, settling))
    // The first round warms up.
    if (number < 0) continue
    for (const [index, side] of sides.entries()) {
      side.firstEvents.push(...took[index]!)
      side.cpu.push((side.product.cpu() - before[index]!) / round.questions)
    }
  }
  for (const { product } of sides) await product.stop()
  return report(sides as [Place, Place], statSync(object).size)
}

const keyOf = (other: number) => (other === 0 ? 'member' : `other-${other}`)

/** Fills the object of one member, and gives its file. */
async function fill(bench: Bench): Promise<string> {
  const state = join(bench.state, 'filled')
  const seeder = await startProduct({ jwksUrl: bench.jwksUrl, state, entry: 'tests/bench/growth/seeder.ts' })
  const response = await fetch(`${seeder.url}/member?questions=${questions}`)
  if (!response.ok) throw new Error(`filling answers ${response.status}: ${await response.text()}`)
  await seeder.stop()
  const file = objectFile(state, 'MemberObject', 'member')
  const database = new DatabaseSync(file)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  return file
}

/** Shares the bytes where the file system can. */
function copyObject(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to, constants.COPYFILE_FICLONE)
}

function report(sides: [Place, Place], size: number): boolean {
  const [few, many] = sides.map(({ firstEvents, cpu }) => ({ firstEvent: median(firstEvents), cpu: median(cpu) })) as [
    Figures,
    Figures,
  ]
  const ratios = { firstEvent: many.firstEvent / few.firstEvent, cpu: many.cpu / few.cpu }
  const row = (name: keyof Figures) => ({
    [`beside ${others.few}`]: few[name].toFixed(2),
    [`beside ${others.many}`]: many[name].toFixed(2),
    '×': ratios[name].toFixed(2),
  })
  console.table({ 'question to first event, ms': row('firstEvent'), 'CPU ms/question': row('cpu') })
  const worst = Math.max(...Object.values(ratios))
  console.log(
    `a question beside ${others.many} members' objects of ${questions} questions (${(size / 1e6).toFixed(1)} MB) ${worst.toFixed(2)}× ` +
      `beside ${others.few} (goal ${goal}): ${worst <= goal ? 'reached' : 'missed'}`,
  )
  return worst <= goal
}

interface Figures {
  firstEvent: number
  cpu: number
}
