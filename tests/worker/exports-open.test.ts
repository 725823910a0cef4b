import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import Papa from 'papaparse'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { AdminAction } from '~/contract/audits.ts'
import type { Paged } from '~/contract/shared.ts'
import { type ChainEntry, hashOf } from '~/provider/organization/chain-entry.ts'
import { sha256 } from '~/provider/objects/sha256.ts'
import { lineOf } from '~/provider/organization/text-line.ts'
import { answerRequest } from '~/provider/request/answer-request.ts'
import { csvLines } from '~/provider/exports/csv.ts'
import { answered, refusalOf } from './harness/asking.ts'
import { auditsOf } from './harness/audits.ts'
import worker from './harness/entry.ts'
import { type Caller, signedOut } from './harness/callers.ts'
import { seedMembers } from './harness/members.ts'
import { setTimeZone } from './harness/metrics.ts'
import { scripted } from './harness/streams.ts'

const { organization, admin, hanako } = await seedMembers('exports.test', { admin: 'admin', hanako: 'user' })

afterEach(() => {
  vi.useRealTimers()
})

/** Path and query of an export's address. */
async function exported(caller: Caller, path: string): Promise<string> {
  const { download_url } = await (await caller(path)).json<{ download_url: string }>()
  const { pathname, search } = new URL(download_url)
  return pathname + search
}

/** The rows of a file, the header first. */
async function rowsOf(response: Response): Promise<string[][]> {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
  expect(text.startsWith('\u{feff}')).toBe(true)
  expect(text.endsWith('\r\n')).toBe(true)
  return Papa.parse<string[]>(text.slice(1).trimEnd(), { newline: '\r\n' }).data
}

const questions = ['=HYPERLINK("https://evil.example")', 'Two\r\nlines, "quoted"', '＝全角', '質問です']
for (const query of questions) {
  const { mark } = await scripted([{ say: 'Answer' }])
  await answered(hanako, { query: `${query} ${mark}` })
}

describe('an export of audits', () => {
  test('has the rows of the screen, whole, and is saved as a file that nobody keeps', async () => {
    const response = await signedOut(await exported(admin, '/web/v1/audits/csv'))
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="audits\.csv"; filename\*=UTF-8''audits_/),
      'cache-control': 'private, no-store',
    })
    const [header, ...rows] = await rowsOf(response)
    expect(header?.slice(0, 4)).toEqual(['ID', 'User ID', 'User', 'Conversation'])
    expect(rows.map(([id]) => Number(id))).toEqual((await auditsOf(admin)).map(({ id }) => id))
    const asked = rows.map((row) => row[header!.indexOf('Prompt')]!).toReversed()
    expect(asked[0]).toMatch(/^'=HYPERLINK/)
    expect(asked[1]).toMatch(/^Two\r\nlines, "quoted"/)
    expect(asked[2]).toMatch(/^'＝全角/)
    expect(asked[3]).toMatch(/^質問です/)
  })

  test('can be checked: its rows have what their hashes are made from', async () => {
    const [header, ...rows] = await rowsOf(await signedOut(await exported(admin, '/web/v1/audits/csv')))
    const cell = (row: string[], name: string) => row[header!.indexOf(name)]!.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, '')
    for (const row of rows) {
      const line = lineOf({
        seq: Number(cell(row, 'Place in the chain')),
        salt: cell(row, 'Salt'),
        question: cell(row, 'Prompt'),
        answer: cell(row, 'Response'),
        files: JSON.parse(cell(row, 'Files')),
        refs: JSON.parse(cell(row, 'References')),
      })
      const entry: Omit<ChainEntry, 'hash'> = {
        organization_id: organization.id,
        seq: Number(cell(row, 'Place in the chain')),
        kind: 'request',
        source: cell(row, 'Recorded for'),
        user_id: Number(cell(row, 'User ID')),
        user_email: cell(row, 'User'),
        created_at: cell(row, 'Recorded at (UTC)'),
        day: cell(row, 'Day'),
        conversation_id: Number(cell(row, 'Conversation')),
        status: cell(row, 'Status'),
        error_code: cell(row, 'Error') || null,
        pipeline: cell(row, 'AI pipeline'),
        model: cell(row, 'Model'),
        execution_time: Number(cell(row, 'Response time (s)')),
        input_tokens: cell(row, 'Input tokens') === '' ? null : Number(cell(row, 'Input tokens')),
        output_tokens: cell(row, 'Output tokens') === '' ? null : Number(cell(row, 'Output tokens')),
        action: null,
        target: null,
        details: null,
        text_digest: sha256(line),
        previous_hash: cell(row, 'Previous hash'),
        api_key: cell(row, 'API key') || null,
      }
      expect(hashOf(entry)).toBe(cell(row, 'Hash'))
    }
  })

  test('is filtered as the screen is, and has its header in the language of whoever asked', async () => {
    await env.DB.prepare("UPDATE users SET language = 'ja' WHERE id = ?").bind(organization.users[0]!.id).run()
    const response = await signedOut(await exported(admin, '/web/v1/audits/csv?user_id=999'))
    await env.DB.prepare("UPDATE users SET language = 'en' WHERE id = ?").bind(organization.users[0]!.id).run()
    const rows = await rowsOf(response)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toContain('ステータス')
    expect(response.headers.get('content-disposition')).toContain(encodeURIComponent('監査ログ'))
  })

  test("tells times and days in the organisation's time zone, of which its header says the name", async () => {
    await setTimeZone(organization.id, 'Asia/Tokyo')
    const [audit] = await auditsOf(admin)
    const created = new Date(Date.parse(audit!.created_at) + 9 * 60 * 60 * 1000).toISOString()
    const day = created.slice(0, 10)
    const path = await exported(admin, `/web/v1/audits/csv?start_date=${day}&end_date=${day}`)
    const [header, latest] = await rowsOf(await signedOut(path))
    expect(latest![header!.indexOf('Created (Asia/Tokyo)')]).toBe(created.slice(0, 19).replace('T', ' '))
  })

  test('is recorded as an action, which can be exported as well', async () => {
    await exported(admin, '/web/v1/audits/csv?start_date=2026-01-01')
    const { data } = await (await admin('/v1/actions')).json<Paged<AdminAction>>()
    expect(data[0]).toMatchObject({
      action: 'audits_exported',
      user_email: 'admin@exports.test',
      details: { start_date: '2026-01-01' },
    })
    const [header, ...rows] = await rowsOf(await signedOut(await exported(admin, '/web/v1/actions/csv')))
    expect(header).toContain('Action')
    expect(rows.some((row) => row.includes('audits_exported'))).toBe(true)
  })

  test('that ends before it starts is invalid', async () => {
    const refusal = await refusalOf(admin('/web/v1/audits/csv?start_date=2026-02-02&end_date=2026-02-01'))
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_audit_interval' })
  })
})

describe('the address of an export', () => {
  const refused = { status: 403, code: 'operation_not_authorized' }

  test('opens once, of two calls at the same time too', async () => {
    const path = await exported(admin, '/web/v1/actions/csv')
    const responses = await Promise.all([signedOut(path), signedOut(path)])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 403])
    await Promise.all(responses.map((response) => response.arrayBuffer()))
    expect(await refusalOf(signedOut(path))).toMatchObject(refused)
  })

  test('holds for five minutes', async () => {
    const path = await exported(admin, '/web/v1/actions/csv')
    const now = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: now + 5 * 60_000 + 1000 })
    expect(await refusalOf(signedOut(path))).toMatchObject(refused)
    const prolonged = path.replace(/expires=\d+/, `expires=${Math.floor(now / 1000) + 3600}`)
    expect(await refusalOf(signedOut(prolonged))).toMatchObject(refused)
  })

  test('is worth nothing for another export, without its signature, or with another', async () => {
    const path = await exported(admin, '/web/v1/actions/csv')
    const next = path.replace(/\d+(?=\?)/, (id) => String(Number(id) + 1))
    await exported(admin, '/web/v1/actions/csv')
    for (const forged of [
      next,
      path.replace(/signature=(.)/, (_, first) => `signature=${first === 'A' ? 'B' : 'A'}`),
      path.replace(/signature=.*/, 'signature='),
    ]) {
      expect(await refusalOf(signedOut(forged))).toMatchObject(refused)
    }
  })

  test('is worth nothing once whoever asked is no admin any more', async () => {
    const path = await exported(admin, '/web/v1/actions/csv')
    const role = (value: string) =>
      env.DB.prepare('UPDATE users SET role = ? WHERE id = ?').bind(value, organization.users[0]!.id).run()
    await role('user')
    expect(await refusalOf(signedOut(path))).toMatchObject(refused)
    await role('admin')
    expect((await signedOut(path)).status).toBe(200)
  })
})

test('the sweep forgets exports that have expired, and no others', async () => {
  await exported(admin, '/web/v1/actions/csv')
  await env.DB.prepare("UPDATE exports SET expires_at = '2026-01-01T00:00:00.000Z'").run()
  await exported(admin, '/web/v1/actions/csv')
  await worker.scheduled(createScheduledController({ cron: '17 * * * *' }), env)
  expect(await env.DB.prepare('SELECT count(*) AS n FROM exports').first('n')).toBe(1)
})

test.each(['=1+1', '+1', '-1', '@SUM(1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠1'])(
  'a cell that begins like a formula (%j) has an apostrophe in front',
  (cell) => {
    const [[read]] = Papa.parse<string[]>(csvLines([[cell]]).slice(0, -2), { newline: '\r\n' }).data as [[string]]
    expect(read).toBe(`'${cell}`)
  },
)

test('quotes, commas and line ends are read back as they were', () => {
  const rows = [
    ['a,b', 'say "hi"', 'two\r\nlines', ' spaces ', ''],
    ['1', '2', '3', '4', '5'],
  ]
  expect(Papa.parse(csvLines(rows).slice(0, -2), { newline: '\r\n' }).data).toEqual(rows)
})

test('asking for the headers of an export does not use it up', async () => {
  const address = await exported(admin, '/web/v1/audits/csv')
  const look = await signedOut(address, { method: 'HEAD' })
  expect([look.status, look.headers.get('content-type'), await look.text()]).toEqual([
    200,
    'text/csv; charset=utf-8',
    '',
  ])
  expect((await signedOut(address)).status).toBe(200)
  expect((await signedOut(address, { method: 'HEAD' })).status).toBe(403)
})

test('no answer has its type guessed, and one over HTTPS says that all others are to be', async () => {
  for (const path of ['/healthz', '/v1/openapi.json', '/v1/docs', '/v1/nothing', '/web/v1/users/me']) {
    const { headers } = await signedOut(path)
    expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff'])
    expect(headers.has('strict-transport-security')).toBe(false)
  }
  const secure = await answerRequest(new Request('https://provider.test/'), env, () => new Response())
  expect(secure.headers.get('strict-transport-security')).toBe('max-age=31536000')
})
