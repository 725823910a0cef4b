import { join } from 'node:path'
import { median } from '../median.ts'
import type { Bench } from '../prepare.ts'
import { call } from '../side.ts'
import { ask } from './asking.ts'
import { seedOrganization } from './organization.ts'
import { timeToOpen } from './time-to-open.ts'
import { startWhole } from './whole.ts'

const streams = 3
/** Conversations that are there. */
const conversations = 60
const goal = 1.5
/** Rounds of so many openings with answers and without, in turns. */
const round = { rounds: 10, openings: 20 }

/** What is opened. */
const openings = { '/chat, complete': '/chat', 'the list of conversations': '/web/v1/conversations' }

/** Opening `/chat` while three answers of the member stream, beside the same while none does. */
export async function compareStreaming(bench: Bench, modelUrl: string): Promise<boolean> {
  const product = await startWhole({
    jwksUrl: bench.jwksUrl,
    state: join(bench.state, 'streaming'),
    variables: { OPENAI_BASE_URL: modelUrl, OPENAI_API_KEY: 'key', OPENAI_MODELS: 'small' },
  })
  await seedOrganization(product.database, ['member'])
  const side = { url: product.url, token: await bench.tokenOf({ sub: 'member', email: 'member@example.com' }) }
  for (let number = 0; number < conversations; number++) await ask(side, 'What is said of it? tokens=50')
  const times = { none: {} as Record<string, number[]>, streaming: {} as Record<string, number[]> }
  for (let number = -1; number < round.rounds; number++) {
    for (const state of ['none', 'streaming'] as const) {
      const running = Array.from({ length: state === 'streaming' ? streams : 0 }, () =>
        ask(side, 'Say a lot. tokens=100000 pace=20', 'word'),
      )
      const started = await Promise.all(running)
      for (let opening = 0; opening < round.openings; opening++) {
        for (const [name, path] of Object.entries(openings)) {
          const took = await timeToOpen(side, path)
          if (number >= 0) (times[state][name] ??= []).push(took)
        }
      }
      for (const { conversationId } of started)
        await call({ ...side, rows: 0 }, `/web/v1/chat/${conversationId}/cancel`, { method: 'POST', body: '{}' })
    }
  }
  await product.stop()
  const rows: Record<string, object> = {}
  let worst = 0
  for (const name of Object.keys(openings)) {
    const [none, streaming] = [median(times.none[name]!), median(times.streaming[name]!)]
    worst = Math.max(worst, streaming / none)
    rows[name] = {
      'none streams, ms': none.toFixed(2),
      'three stream, ms': streaming.toFixed(2),
      '×': (streaming / none).toFixed(2),
    }
  }
  console.table(rows)
  console.log(
    `opening while three answers stream ${worst.toFixed(2)}× (goal ${goal}): ${worst <= goal ? 'reached' : 'missed'}`,
  )
  return worst <= goal
}
