import { Document, Packer, Paragraph } from 'docx'
import { strFromU8, unzipSync } from 'fflate'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { expect, inject, test } from 'vitest'
import type { Agent } from '~/contract/agents.ts'
import { answer, answered, apiResult, attach, member, script } from './harness/index.ts'

/** Sets the rules of the review, as an admin does. */
async function setRules(app: string, rules: string[]) {
  const agents = await apiResult<Agent[]>('admin', '/web/v1/agents', { app })
  const { id } = agents.find(({ type }) => type === 'compliance_review_ai')!
  const body = { properties: { type: 'compliance_review_ai', rules } }
  await apiResult('admin', `/web/v1/agents/${id}`, { app, method: 'PATCH', body })
}

const wordDocument = async (name: string, ...paragraphs: string[]) => ({
  name,
  mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  buffer: await Packer.toBuffer(
    new Document({ sections: [{ children: paragraphs.map((text) => new Paragraph(text)) }] }),
  ),
})

/** The verdict of the row that speaks of a rule; also where the browser skips the row, which then has no inner text. */
const verdictOn = (page: Page, rule: string) =>
  answer(page).getByRole('row').filter({ hasText: rule }).getByRole('cell').first().textContent()

/** Opens a file that the answer made, and returns what is downloaded from there. */
async function downloaded(page: Page, name: string): Promise<Uint8Array> {
  await answer(page)
    .getByRole('link', { name: `Open ${name}` })
    .click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(name)
  const bytes = await readFile(await download.path())
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  return bytes
}

test('without a model, rules about words are decided, quotes lead to their page, and the report opens as a document and a table', async () => {
  const app = inject('appUrl')
  await setRules(app, [
    'The document must contain the words "governing law"',
    'The words "best effort" must not appear',
    'Suppliers are chosen fairly',
  ])
  const page = await member({ app })
  await attach(page, await wordDocument('contract.docx', 'The governing law is that of Japan.', 'We give best effort.'))
  await page.getByRole('radio', { name: 'Compliance review' }).check()
  await answered(page, 'Review this contract.')
  expect(await verdictOn(page, 'governing law')).toBe('Met')
  expect(await verdictOn(page, 'best effort')).toBe('Violated')
  expect(await verdictOn(page, 'Suppliers')).toBe('Unclear')
  await answer(page).getByText('No language model is configured').waitFor()

  await answer(page).getByRole('row').filter({ hasText: 'best effort' }).getByRole('link').first().click()
  await page.frameLocator('iframe').getByText('We give best effort.').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('iframe').waitFor({ state: 'detached' })

  const report = await downloaded(page, 'compliance review.docx')
  const text = strFromU8(unzipSync(report)['word/document.xml']!).replace(/<[^>]+>/g, ' ')
  for (const part of ['contract.docx', 'Violated', 'best effort', 'Suppliers are chosen fairly']) {
    expect(text).toContain(part)
  }
  const table = new TextDecoder().decode(await downloaded(page, 'compliance review.csv'))
  expect(table.trim().split('\r\n')).toHaveLength(4)
  expect(table).toMatch(/^contract\.docx,2,.*,Violated,1,/m)
})

test('a model judges in Japanese, and what it quotes without its standing there does not count', async () => {
  const app = inject('scriptedAppUrl')
  await setRules(app, ['準拠法を定めていること', '支払期限は30日以内であること'])
  const quote = (words: string) => [{ source: 1, words }]
  const judgements = [
    { rule: 1, verdict: 'met', quotes: quote('準拠法は日本法とする。'), silent: false, reason: '明記されています。' },
    { rule: 2, verdict: 'violated', quotes: quote('支払期限は90日とする。'), silent: false, reason: '長すぎます。' },
  ]
  await script('judges', [{ say: JSON.stringify({ judgements }) }])
  const page = await member({ app })
  await attach(page, await wordDocument('契約書.docx', '準拠法は日本法とする。', '支払いは速やかに行う。'))
  await page.getByRole('radio', { name: 'Compliance review' }).check()
  await answered(page, 'この契約書を審査してください script:judges')
  expect(await verdictOn(page, '準拠法')).toBe('適合')
  expect(await verdictOn(page, '支払期限')).toBe('要確認')
  await answer(page).getByText('添付のレポート').first().waitFor()
})
