import { readFile } from 'node:fs/promises'
import { expect, inject, test } from 'vitest'
import { japaneseReport, reportInEnglish } from '../unit/translation/report.ts'
import { structureOf, wordsOf } from '../unit/translation/structure.ts'
import { answer, apiResult, ask, member, release, reload, script } from './harness/index.ts'

const words = /^word\/(document|header|footer|footnotes)\d*\.xml$/

/** Puts a file into the library of the demo user; questions can carry it as soon as it is processed. */
async function upload(app: string, name: string, bytes: Uint8Array) {
  const body = new FormData()
  body.append('files', new File([bytes as Uint8Array<ArrayBuffer>], name))
  const { files } = await apiResult<{ files: { id: number }[] }>('user', '/v1/files/upload', { app, body })
  const status = async () => (await apiResult<{ status: string }>('user', `/v1/files/${files[0]!.id}`, { app })).status
  await expect.poll(status, { timeout: 30_000 }).toBe('done')
}

async function openWith(app: string, name: string) {
  const page = await member({ app })
  await page.getByRole('combobox', { name: 'Agent' }).click()
  await page.getByRole('option', { name: 'File translation' }).click()
  await page.getByRole('button', { name: 'Attach files', exact: true }).click()
  await page.getByRole('region', { name: 'Attach files' }).getByLabel(name).check()
  await page.keyboard.press('Escape')
  return page
}

test('a document is translated in place by the model, which the answer follows, and the file that it gives opens and downloads', async () => {
  const app = inject('scriptedAppUrl')
  const report = await japaneseReport()
  await upload(app, '報告書.docx', report)
  const translations = reportInEnglish.map((text, index) => ({ id: index + 1, text }))
  await script('translates', [{ hold: true }, { say: JSON.stringify({ translations }) }])
  const page = await openWith(app, '報告書.docx')
  await ask(page, 'Translate it into English, script:translates')
  await answer(page).getByText('is being translated into English: 0% done').waitFor()
  await release('translates')
  await answer(page).getByText('is translated into English: 15 of 15 passages').waitFor()
  expect(await answer(page).textContent()).not.toContain('% done')

  await reload(page)
  const made = answer(page).getByRole('link', { name: 'Open 報告書 (English).docx' })
  await made.click()
  await page.frameLocator('iframe').getByText('higher than ever').first().waitFor({ timeout: 30_000 })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('報告書 (English).docx')
  const bytes = new Uint8Array(await readFile(await download.path()))
  expect(structureOf(bytes, words)).toEqual(structureOf(report, words))
  expect(wordsOf(bytes, 'word/header1.xml')).toEqual(['Confidential'])
})

test('without a model the answer says what it cannot do, and names what stays', async () => {
  const app = inject('appUrl')
  await upload(app, '覚書.docx', await japaneseReport())
  const page = await openWith(app, '覚書.docx')
  await ask(page, '英語に翻訳して')
  await answer(page).getByText('言語モデルが設定されていないため').waitFor()
  await answer(page).getByRole('listitem').filter({ hasText: '年次報告書' }).waitFor()
  await answer(page).getByRole('link', { name: 'Open 覚書 (English).docx' }).waitFor()
})
