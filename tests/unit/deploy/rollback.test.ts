import { beforeEach, describe, expect, test } from 'vitest'
import { CloudflareServer } from '../../cloudflare/server.ts'
import { Operator } from './deploying.ts'

const reader = 'recursive-agent-reader'
const front = 'recursive-agent-platform'
const jobs = 'recursive-agent-jobs'
const all = [reader, front, jobs]

let server: CloudflareServer
let operator: Operator

beforeEach(async () => {
  server = await new CloudflareServer().start()
  operator = new Operator(server)
  operator.write('production', { address: server.url })
})

/** What `npm run deploy` leaves of a run, or somebody's hand where there is no release. */
function deploy(release: string | undefined, scripts: string[], { secrets = '', classes = 'v4' } = {}) {
  for (const script of scripts) {
    const annotations: Record<string, string> = {}
    if (release) {
      annotations['workers/message'] = `release ${release}`
      annotations['workers/tag'] = `${script.slice(-6)}-${release}.${secrets}`
    }
    server.deploy(script, { annotations, migrationTag: classes })
  }
}

/** Which versions are in use, counted from 1 for each Worker: reader, front, jobs. */
const inUse = () =>
  all.map((name) => {
    const { versions, deployments } = server.state.workers.get(name)!
    return versions.findIndex(({ id }) => id === deployments[0]!.versions[0]!.version_id) + 1
  })

describe('a rollback', { timeout: 30_000 }, () => {
  test('shows what would change, and changes nothing before somebody agreed', async () => {
    deploy('one', all)
    deploy('two', all)
    const { code, output } = await operator.rollback(['--dry-run'])
    expect(code).toBe(0)
    expect(output).toMatch(new RegExp(`\\+ ${front}: from [0-9a-f]{8} of 2026-11-23 00:00 UTC back to [0-9a-f]{8} of`))
    expect(output).toContain('Databases, files and what objects keep stay as they are.')
    expect((await operator.rollback([])).output).toContain('Nobody is there to agree: add --yes.')
    expect(server.changes).toEqual([])
  })

  test('takes the last run back, who calls another before it, and waits until the version of before answers', async () => {
    deploy('one', all)
    deploy('two', all)
    const { code, output } = await operator.rollback()
    expect(output).toContain(`${server.url}: it works. \`npm run deploy\` goes forward again.`)
    expect(output).not.toContain('Secrets have changed')
    expect(code).toBe(0)
    expect(server.changes.map(({ path }) => path.split('/')[2])).toEqual([jobs, front, reader])
    expect(server.changes[1]!.body).toMatchObject({
      strategy: 'percentage',
      versions: [{ version_id: server.state.workers.get(front)!.versions[0]!.id, percentage: 100 }],
      code_update_strategy: { mode: 'deferred', max_delay: 3600 },
    })
    expect(inUse()).toEqual([1, 1, 1])
  })

  test('made again goes one run further back, and a Worker stays that a run did not change', async () => {
    deploy('one', all)
    deploy('two', [front, jobs], { secrets: 'another' })
    deploy('three', all, { secrets: 'another' })
    await operator.rollback()
    expect(inUse()).toEqual([1, 2, 2])
    const { output } = await operator.rollback()
    expect(output).toContain(`= ${reader}: `)
    expect(output).toContain('Secrets have changed since: those of before hold again.')
    expect(inUse()).toEqual([1, 1, 1])
    const last = await operator.rollback()
    expect(last.code).toBe(1)
    expect(last.output).toContain(`Before this version of ${jobs} none was deployed`)
    expect(inUse()).toEqual([1, 1, 1])

    deploy('three', all)
    await operator.rollback()
    expect(inUse()).toEqual([1, 1, 1])
  })

  test('of settings that were there before takes no Worker back that was deployed with them then', async () => {
    deploy('zero', all)
    deploy('one', all)
    deploy('two', [front, jobs])
    deploy('one', [front, jobs])
    await operator.rollback()
    expect(inUse()).toEqual([2, 3, 3])
  })

  test('that failed half-way goes on when it is made again', async () => {
    deploy('one', all)
    deploy('two', all)
    server.refuse = ({ method, path }) =>
      method === 'POST' && path === `workers/scripts/${front}/deployments`
        ? { status: 503, code: 10001, message: 'Try again later' }
        : undefined
    expect((await operator.rollback()).output).toContain('Cloudflare answers: Try again later')
    expect(inUse()).toEqual([2, 2, 1])
    server.refuse = () => undefined
    await operator.rollback()
    expect(inUse()).toEqual([1, 1, 1])
  })

  test('takes back what was changed by hand with the run that it changed', async () => {
    deploy('one', all)
    deploy('two', all)
    deploy(undefined, [front])
    expect((await operator.rollback()).output).toContain('Secrets have changed since')
    expect(inUse()).toEqual([1, 1, 1])
  })

  test('does not go beyond a change of the classes of objects', async () => {
    deploy('one', all)
    deploy('two', all, { classes: 'v5' })
    const { code, output } = await operator.rollback()
    expect(code).toBe(1)
    expect(output).toContain('has other classes of objects since (v4, now v5)')
    expect(server.changes).toEqual([])
  })

  test('of what is not there says so', async () => {
    expect((await operator.rollback()).output).toContain(`There is no Worker ${jobs}: nothing was deployed.`)
  })
})
