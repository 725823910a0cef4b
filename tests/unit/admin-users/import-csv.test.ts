import { describe, expect, it } from 'vitest'
import { type ImportProgress, importCsv } from '~/web/admin/users/import/import-csv.ts'
import type { Entry } from '~/web/admin/users/import/read-entries.ts'

const utf8 = (text: string) => new Blob([text])

/** Imports a file into a list, and gives it with the last progress and all shares on the way. */
async function imported(file: Blob, { known = [] as string[], signal = new AbortController().signal } = {}) {
  const people = new Map<string, string>(known.map((email) => [email, 'user']))
  const sizes: number[] = []
  const send = async (entries: Entry[]) => {
    sizes.push(entries.length)
    const invalid = entries.flatMap(({ email }, place) => (email.includes('@') ? [] : [place]))
    const fresh = entries.filter(({ email }) => email.includes('@') && !people.has(email))
    for (const { email, role } of fresh) people.set(email, role)
    const existing = entries.length - invalid.length - fresh.length
    return { created: fresh.length, existing, invalid, mailed: true }
  }
  const seen: ImportProgress[] = []
  for await (const progress of importCsv(file, signal, send)) seen.push(progress)
  return { people, sizes, last: seen.at(-1)!, shares: seen.map(({ share }) => share) }
}

const rows = (count: number) => Array.from({ length: count }, (_, i) => `p${i}@example.com,user\n`).join('')

describe('a CSV of users', () => {
  it.each(['email,role\na@x.jp,admin\n', 'Emails;ROLES\r\na@x.jp;Admin', 'role\tno\temail\nadmin\t1\t A@X.JP \n'])(
    'is read from %j',
    async (text) => {
      expect((await imported(utf8(text))).people).toEqual(new Map([['a@x.jp', 'admin']]))
    },
  )

  it('is read behind a byte order mark, and from what Excel writes in Japanese', async () => {
    expect((await imported(utf8('\ufeffemail,role\na@x.jp,user'))).last.created).toBe(1)
    // 氏名,email,role in Shift_JIS: 0x8E81 is 氏, 0x96BC is 名; 0x835C is ソ, whose second byte is a backslash.
    const text = [[0x8e, 0x81, 0x96, 0xbc], ascii(',email,role\r\n'), [0x83, 0x5c], ascii(',b@x.jp,admin\r\n')]
    expect((await imported(new Blob([new Uint8Array(text.flat())]))).people).toEqual(new Map([['b@x.jp', 'admin']]))
  })

  it.each(['', '\n\n', 'a@x.jp,user\n', 'email\na@x.jp', 'mail,role\n', 'e-mail,roles\n', 'email address,role'])(
    'without both columns (%j) is refused, and nobody is invited',
    async (text) => {
      const file = utf8(text)
      await expect(imported(file)).rejects.toMatchObject({ code: 'csv_invalid_columns' })
    },
  )

  it('drops rows without an email, with another role, or whose email the server refuses, and says which', async () => {
    const { last, people } = await imported(
      utf8('email,role\n,user\na@x.jp,owner\n\nb@x.jp,\nno-address,user\nb@x.jp, ADMIN \n"c@x.jp","user"\n'),
    )
    expect(people).toEqual(
      new Map([
        ['b@x.jp', 'admin'],
        ['c@x.jp', 'user'],
      ]),
    )
    expect(last.dropped.map(({ row, reason }) => [row, reason])).toEqual([
      [2, 'no_email'],
      [3, 'invalid_role'],
      [4, 'invalid_role'],
      [5, 'invalid_email'],
    ])
    expect(last).toMatchObject({ created: 2, existing: 0, share: 1 })
  })

  it('of many pieces is whole, goes in calls of at most 2000, and its share rises to 1', async () => {
    const { people, sizes, shares } = await imported(utf8(`email,role\n${rows(30_000)}`))
    expect(people.size).toBe(30_000)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2000)
    expect(shares).toEqual(shares.toSorted((one, other) => one - other))
    expect(shares.at(-1)).toBe(1)
  })

  it('is not garbled where a piece ends within a character', async () => {
    // Characters of three bytes: 256 KiB is no multiple of three.
    const filler = 'あ'.repeat(200_000)
    const { people, last } = await imported(utf8(`email,role,note\na@x.jp,user,${filler}\nb@x.jp,user,${filler}\n`))
    expect([...people.keys()]).toEqual(['a@x.jp', 'b@x.jp'])
    expect(last.dropped).toEqual([])
  })

  it('that is imported again after a failure creates nobody twice', async () => {
    const file = utf8(`email,role\n${rows(10)}`)
    const { last } = await imported(file, { known: ['p0@example.com', 'p1@example.com'] })
    expect(last).toMatchObject({ created: 8, existing: 2 })
  })

  it('that is stopped sends nothing more', async () => {
    const stop = new AbortController()
    stop.abort()
    await expect(imported(utf8(`email,role\n${rows(10)}`), { signal: stop.signal })).rejects.toThrow('abort')
  })
})

const ascii = (text: string) => [...text].map((character) => character.charCodeAt(0))
