import { writeXlsx } from 'hucre/xlsx'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { expect, inject, test } from 'vitest'
import { sales } from '../../scripts/samples/tables.ts'
import { answer, answered, attach, member, reload } from './harness/index.ts'

const app = inject('appUrl')

/** The width of a picture as the browser has decoded it. */
const widthOf = (page: Page, name: string) =>
  answer(page)
    .getByRole('img', { name })
    .evaluate((image: HTMLImageElement) => image.naturalWidth)

test('a question over a CSV is answered by a table, the SQL that ran and a chart that is seen at once', async () => {
  const page = await member({ app })
  await attach(page, { name: 'prices.csv', mimeType: 'text/csv', buffer: readFileSync('samples/price-list.csv') })
  await page.getByRole('radio', { name: 'Data analysis' }).check()
  await answered(page, 'What is the average price eur by category?')
  await answer(page).getByRole('row', { name: 'Monitor 225.6667' }).waitFor()
  await answer(page).getByText('GROUP BY 1').waitFor()
  const chart = 'average Price EUR by Category.png'
  await expect.poll(() => widthOf(page, chart)).toBeGreaterThan(1000)

  await reload(page)
  await expect.poll(() => widthOf(page, chart)).toBeGreaterThan(1000)
  await answer(page)
    .getByRole('link', { name: `Open ${chart}` })
    .first()
    .click()
  await page.waitForURL(/[?&]preview=\d+/)
})

test('a sheet of an XLSX is asked in Japanese, and again without attaching it', async () => {
  const rows = sales.map((row, at) => row.map((cell, column) => (at > 0 && column > 3 ? Number(cell) : cell)))
  const workbook = await writeXlsx({ sheets: [{ name: '売上', rows }] })
  const page = await member({ app })
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await attach(page, { name: '売上.xlsx', mimeType, buffer: Buffer.from(workbook) })
  await page.getByRole('radio', { name: 'Data analysis' }).check()
  await answered(page, '支店別の売上高の合計')
  await answer(page).getByRole('row', { name: '名古屋本社 99,660' }).waitFor()
  await answered(page, '大阪支店の販売台数の最大は？')
  await answer(page).last().getByRole('cell', { name: '556' }).waitFor()
})
