import { median } from '../../bench/median.ts'
import type { Bench } from '../../bench/prepare.ts'
import { randomFrom } from '../../random.ts'
import { type Kind, kinds, type Place, seed, type State } from './kinds.ts'
import { callAndReset, type Sent } from './reset.ts'

/** Milliseconds to D1 and to each object, so that a connection is reset in the middle of a call. */
const delay = 8
/** Calls that are not reset, to know how long one takes. */
const whole = 3
/** Connections are reset until a little after that. */
const beyond = 1.1

export interface Left {
  kind: string
  resets: number
  finished: number
  notMade: number
  /** Changes of which a part is missing, and those whose repetition is refused or makes a second one. */
  half: number
}

/** Has clients leave in the middle of calls, at random moments, so many of each kind of change; and each make its call once more. */
export async function leaveAtRandom(bench: Bench, resets: number, randomSeed: number): Promise<Left[]> {
  const variables = { DELAY: String(delay), UPLOADS_PER_MINUTE: '1000000' }
  const product = await bench.startProduct({ entry: 'tests/chaos/leaving/entry.ts', variables })
  await seed(product.database, resets + whole)
  const token = await bench.tokenOf({ sub: 'admin', email: 'member-0@example.com' })
  const place: Place = {
    side: { rows: 0, url: product.url, token },
    database: product.database,
    bucket: (await product.miniflare.getR2Bucket('FILES')) as unknown as R2Bucket,
  }
  const random = randomFrom(randomSeed)
  const all: Left[] = []
  for (const [name, kind] of Object.entries(kinds)) {
    const took: number[] = []
    for (let number = 0; number < whole; number++) {
      const call = await callOf(kind, resets + number, place)
      const began = performance.now()
      await callAndReset(product.url, call, 10_000)
      took.push(performance.now() - began)
    }
    const left: Left = { kind: name, resets, finished: 0, notMade: 0, half: 0 }
    for (let number = 0; number < resets; number++) {
      const call = await callOf(kind, number, place)
      await callAndReset(product.url, call, random() * beyond * median(took))
      await allEnded(place)
      const state = await kind.state(number, place)
      const isRepeatable = await repeat(call, place).then(() => kind.state(number, place))
      count(left, isRepeatable === 'made' ? state : 'half')
    }
    all.push(left)
  }
  return all
}

function count(left: Left, state: State) {
  if (state === 'made') left.finished++
  else if (state === 'not made') left.notMade++
  else left.half++
}

async function callOf(kind: Kind, number: number, place: Place): Promise<Sent> {
  const call = await kind.call(number, place)
  return { ...call, headers: { authorization: `Bearer ${place.side.token}`, ...call.headers } }
}

/** Waits until no handler goes on whose client has left. */
async function allEnded({ side }: Place): Promise<void> {
  const last = performance.now() + 10_000
  while (performance.now() < last && (await (await fetch(`${side.url}/open`)).json()) !== 0) {
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** The same call again, to its end. What it answers shows in what is there then. */
async function repeat({ method, path, headers, body }: Sent, { side }: Place): Promise<void> {
  const response = await fetch(side.url + path, { method, ...(headers && { headers }), ...(body && { body }) })
  await response.arrayBuffer()
}
