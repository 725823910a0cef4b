import { expect, it } from 'vitest'
import { overwriteGetLocale } from '~/paraglide/runtime'
import { droppedCsv } from '~/web/admin/users/import/dropped-csv.ts'

it('the dropped rows are a file that Excel opens, with the reason for each, and run no formula', async () => {
  overwriteGetLocale(() => 'ja')
  const bytes = await droppedCsv([
    { row: 2, email: '', role: 'user', reason: 'no_email' },
    { row: 3, email: '=HYPERLINK("http://x")', role: '＝1', reason: 'invalid_role' },
    { row: 9, email: '@sum', role: 'user', reason: 'invalid_email' },
  ]).bytes()
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  expect(text).toBe(
    '\ufeffemail,role,行,理由\r\n' +
      ',user,2,メールアドレスがありません\r\n' +
      `"'=HYPERLINK(""http://x"")","'＝1",3,権限が user でも admin でもありません\r\n` +
      `"'@sum",user,9,メールアドレスの形式ではありません\r\n`,
  )
})
