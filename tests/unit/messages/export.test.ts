import { describe, expect, test } from 'vitest'
import type { Reference } from '~/contract/chat.ts'
import type { Entry } from '~/contract/conversations.ts'
import { fileNameOf } from '~/web/chat/messages/export/file-name.ts'
import { markdownOf } from '~/web/chat/messages/export/markdown.ts'

const handbook: Reference = { id: 1, type: 'document', name: 'employee-handbook.pdf', file_id: 7, page_number: 3 }
const again: Reference = { ...handbook, id: 2 }
const web: Reference = { id: 3, type: 'web', name: 'Holidays', url: 'https://example.com/holidays' }

const question = (id: number, text: string, files: string[] = []): Entry => ({
  id,
  content: { version: 1, user_prompt: text, selected_pipeline: 'auto_ai', selected_model: 'adaptive' },
  file_attachments: files.map((name, index) => ({ id: index + 1, name, mime_type: 'text/plain', size: 1 })),
  updated_at: '2026-11-21T05:03:00.000Z',
})

const answer = (
  id: number,
  response: string,
  file_references: Reference[] = [],
  status: 'done' | 'stopped' | 'failed' = 'done',
): Entry => ({
  id,
  content: {
    version: 2,
    response,
    response_pipeline: 'search_ai',
    feedback: 'unknown',
    file_references,
    status,
    error_code: status === 'failed' ? 'service_timeout' : null,
  },
  file_attachments: [],
  updated_at: '2026-11-21T05:04:00.000Z',
})

const entries = [
  question(1, 'How many days off?\n# not a heading', ['notes.txt']),
  answer(2, 'Twenty [:&1][:&2]. See [:&9].', [handbook, again]),
  question(3, 'And holidays?'),
  answer(4, 'Sixteen.[:&3] As before.[:&1]', [handbook, web]),
  question(5, 'Sure?'),
  answer(6, 'I am', [], 'stopped'),
  question(7, 'Well?'),
  answer(8, '', [], 'failed'),
]

const exported = (locale: 'en' | 'ja') =>
  markdownOf({
    title: 'Days off',
    entries,
    locale,
    agentName: () => (locale === 'en' ? 'File search' : 'ファイル検索'),
    timeZone: 'Asia/Tokyo',
    now: new Date('2026-11-22T00:00:00Z'),
  })

describe('a conversation as Markdown', () => {
  test('has questions as quotations and citations as footnotes that are numbered through', () => {
    expect(exported('en')).toBe(`# Days off

Exported 2026-11-22 09:00

## You · 2026-11-21 14:03

> How many days off?  
> # not a heading  

Files: notes.txt

## Assistant (File search) · 2026-11-21 14:04

Twenty [^1]. See [:&9].

[^1]: employee-handbook.pdf, page 3

## You · 2026-11-21 14:03

> And holidays?  

## Assistant (File search) · 2026-11-21 14:04

Sixteen.[^2] As before.[^3]

[^2]: Holidays <https://example.com/holidays>
[^3]: employee-handbook.pdf, page 3

## You · 2026-11-21 14:03

> Sure?  

## Assistant (File search) · 2026-11-21 14:04

I am

*Stopped*

## You · 2026-11-21 14:03

> Well?  

## Assistant (File search) · 2026-11-21 14:04

*This answer failed.*
`)
  })

  test('speaks Japanese to those who do', () => {
    const markdown = exported('ja')
    expect(markdown).toContain('エクスポート日時：2026年11月22日 09:00')
    expect(markdown).toContain('## あなた · 2026年11月21日 14:03')
    expect(markdown).toContain('## アシスタント（ファイル検索） · 2026年11月21日 14:04')
    expect(markdown).toMatch(/^\[\^1\]: employee-handbook\.pdf.*3/m)
    expect(markdown).toContain('*この回答は失敗しました。*')
    expect(markdown).not.toMatch(/\b(You|Assistant|Stopped|Files|Exported|page)\b/)
  })
})

describe('the file’s name', () => {
  const nameOf = (title: string) => fileNameOf(title, 'md', 'conversation')

  test('is the title, in composed Unicode', () => {
    expect(nameOf('休暇の規程')).toBe('休暇の規程.md')
    expect(nameOf('か\u3099き')).toBe('がき.md')
  })

  test('has nothing that a path, a shell or a reader could misread', () => {
    expect(nameOf('../../etc/passwd')).toBe('etc passwd.md')
    expect(nameOf('C:\\a "b" <c>|d?*')).toBe('C a b c d.md')
    expect(nameOf('a\u202Egpj.exe\u0000\n')).toBe('a gpj.exe.md')
  })

  test('is never empty, hidden, a device or too long', () => {
    expect(nameOf(' ... ')).toBe('conversation.md')
    expect(nameOf('.bashrc')).toBe('bashrc.md')
    expect(nameOf('CON')).toBe('conversation.md')
    expect([...nameOf('𠮷'.repeat(200))]).toHaveLength(63)
  })
})
