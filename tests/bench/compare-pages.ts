import { median } from './median.ts'
import { call, type Side } from './side.ts'

const rounds = 100
const warmUp = 20
const goal = 1.5

/**
 * Pages of a long list beside the same ones of a short list, which both have to have rows. The calls alternate, so that
 * whatever else the machine does concerns both. Gives whether none costs more than it may.
 */
export async function comparePages<S extends Side>(
  pages: Record<string, string | ((side: S) => string)>,
  sides: Record<'small' | 'large', S>,
): Promise<boolean> {
  const rows: Record<string, object> = {}
  let worst = 0
  for (const [page, path] of Object.entries(pages)) {
    const times = { small: [] as number[], large: [] as number[] }
    for (let round = 0; round < rounds + warmUp; round++) {
      for (const name of ['small', 'large'] as const) {
        const side = sides[name]
        const time = await timeOf(side, typeof path === 'string' ? path : path(side))
        if (round >= warmUp) times[name].push(time)
      }
    }
    const [small, large] = [median(times.small), median(times.large)]
    worst = Math.max(worst, large / small)
    const shown = { [titleOf(sides.small)]: small.toFixed(2), [titleOf(sides.large)]: large.toFixed(2) }
    rows[page] = { ...shown, '×': (large / small).toFixed(2) }
  }
  console.table(rows)
  console.log(`pages at most ${worst.toFixed(2)}× (goal ${goal}): ${worst <= goal ? 'reached' : 'missed'}`)
  return worst <= goal
}

async function timeOf(side: Side, path: string): Promise<number> {
  const began = performance.now()
  const { data } = (await (await call(side, path)).json()) as { data: unknown[] }
  if (data.length === 0) throw new Error(`${path} of ${side.rows} is empty`)
  return performance.now() - began
}

const titleOf = ({ rows }: Side) => `${rows.toLocaleString('en')}, ms`
