import { median } from '../median.ts'
import { call } from './calls.ts'
import type { Side } from './seed.ts'

const rounds = 100
const warmUp = 20
const goal = 1.5

/** Each is found in both organisations. */
const pages: Record<string, string | ((users: number) => string)> = {
  'the first page': '?page=1',
  'a page in the middle': (users) => `?page=${users / 40}`,
  'the last page': (users) => `?page=${users / 20}`,
  'the last page, rising': (users) => `?page=${users / 20}&sort=id`,
  'a search that one matches': '?email=person-4242.',
  'a search that few match': '?email=42.8',
  'a search that all match': '?email=@company',
  'page 500 of those': '?email=@company&page=500',
  'a search of two characters': '?email=pe',
}

/** Pages and searches of a million users beside 10,000. The calls alternate, so that whatever else the machine does concerns both. */
export async function measurePages(sides: Record<'small' | 'large', Side>): Promise<boolean> {
  const rows: Record<string, object> = {}
  let worst = 0
  for (const [page, query] of Object.entries(pages)) {
    const times = { small: [] as number[], large: [] as number[] }
    for (let round = 0; round < rounds + warmUp; round++) {
      for (const name of ['small', 'large'] as const) {
        const side = sides[name]
        const began = performance.now()
        const path = `/web/v1/users${typeof query === 'string' ? query : query(side.users)}`
        const { data } = (await (await call(side, path)).json()) as { data: unknown[] }
        if (data.length === 0) throw new Error(`${path} is empty`)
        if (round >= warmUp) times[name].push(performance.now() - began)
      }
    }
    const [small, large] = [median(times.small), median(times.large)]
    worst = Math.max(worst, large / small)
    rows[page] = { '10,000, ms': small.toFixed(2), '1,000,000, ms': large.toFixed(2), '×': (large / small).toFixed(2) }
  }
  console.table(rows)
  console.log(`pages at most ${worst.toFixed(2)}× (goal ${goal}): ${worst <= goal ? 'reached' : 'missed'}`)
  return worst <= goal
}
