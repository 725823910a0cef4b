import { join } from 'node:path'
import { startDatabase } from '../database.ts'
import { prepare } from '../prepare.ts'
import { type Database, execute } from '../product.ts'
import { startFloor, startStorage } from './floor.ts'
import { digestOf, expectedDigest, partBytes, uploadBy } from './transfer.ts'
import { floorWay, productWay, type Way } from './ways.ts'

/**
 * `npm run bench:upload`: a file of 1 GiB (`MIB=1024`) up in parts, three at a time, and down again through the product
 * on workerd, and how far workerd's resident memory grows in it; beside a bare Worker that passes the same requests to
 * the same storage. Storage and database are processes of their own, as they are on Cloudflare. Linux alone: it reads /proc.
 */
const MiB = 1024 * 1024
const size = Number(process.env.MIB ?? 1024) * MiB
const warmUp = 8 * partBytes
/** Bytes by which the product's memory may grow, each way. */
const goal = 64_000_000

async function measure(way: Way, expected: string) {
  // What is grown once, such as compiled code and pools, is not the file's.
  await digestOf(await uploadBy(way, warmUp))
  let url = ''
  const up = await timed(way, async () => void (url = await uploadBy(way, size)))
  let digest = ''
  const down = await timed(way, async () => void (digest = await digestOf(url)))
  return { name: way.name, up, down, whole: digest === expected }
}

async function timed({ worker }: Way, work: () => Promise<void>) {
  const cpu = worker.cpu()
  const began = performance.now()
  const growth = await worker.growth(work)
  return { growth, seconds: (performance.now() - began) / 1000, cpu: (worker.cpu() - cpu) / 1000 }
}

type Result = Awaited<ReturnType<typeof measure>>

async function main() {
  await using cleanup = new AsyncDisposableStack()
  const bench = await prepare('upload', cleanup)
  const storage = await startStorage(join(bench.state, 'storage'))
  cleanup.defer(storage.stop)
  const database = await startDatabase(join(bench.state, 'database'))
  cleanup.defer(database.stop)
  const floor = await startFloor(storage.url)
  cleanup.defer(floor.stop)
  const product = await bench.startProduct({
    state: join(bench.state, 'product'),
    entry: 'tests/bench/upload/entry.ts',
    variables: { STORAGE_URL: storage.url, DATABASE_URL: database.url, MAX_FILE_BYTES: String(size + partBytes) },
  })
  await seedMember(database.database)

  const token = await bench.tokenOf({ email: 'bench@example.com' })
  const expected = expectedDigest(size)
  const results = []
  for (const way of [floorWay(floor), productWay(product, token)]) results.push(await measure(way, expected))
  report(results)
}

const seedMember = (database: Database) =>
  execute(database, [
    "INSERT INTO organizations (id, name) VALUES (1, 'Bench')",
    "INSERT INTO groups (id, organization_id, name, type) VALUES (1, 1, 'Private', 'user')",
    `INSERT INTO users (organization_id, private_group_id, email, role, language)
     VALUES (1, 1, 'bench@example.com', 'user', 'en')`,
  ])

function report(results: Result[]) {
  const mib = (bytes: number) => (bytes / MiB).toFixed(0)
  const columns = (way: string, { growth, seconds, cpu }: Result['up']) => ({
    [`${way}: memory, MB`]: (growth / 1e6).toFixed(0),
    [`${way}: MiB/s`]: mib(size / seconds),
    [`${way}: CPU ms/MiB`]: ((cpu * 1000) / (size / MiB)).toFixed(2),
  })
  console.table(
    Object.fromEntries(
      results.map(({ name, up, down, whole }) => [name, { ...columns('up', up), ...columns('down', down), whole }]),
    ),
  )
  const { up, down, whole } = results.at(-1)!
  const good = up.growth <= goal && down.growth <= goal && whole
  console.log(
    `${mib(size)} MiB: workerd grew by ${(up.growth / 1e6).toFixed(0)} MB up and ${(down.growth / 1e6).toFixed(0)} MB down ` +
      `(goal ${goal / 1e6}), ${whole ? 'every byte came back' : 'bytes were lost'}: ${good ? 'reached' : 'missed'}`,
  )
  process.exitCode = good ? 0 : 1
}

await main()
