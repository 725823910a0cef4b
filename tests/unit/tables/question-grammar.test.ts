import { describe, expect, test } from 'vitest'
import { parseQuestion, type Value } from '~/provider/agents/tables/question-grammar.ts'
import { queryOf } from '~/provider/agents/tables/write-query.ts'
import { priceList, sales } from '../../../scripts/samples/tables.ts'
import { prices, 売上 } from './tables.ts'

const valuesOf = (table: typeof prices, rows: string[][]): Value[] =>
  table.columns.flatMap((column, at) =>
    column.kind === 'text'
      ? [...new Set(rows.slice(1).map((row) => row[at]!))].map((text) => ({ table, column, text }))
      : [],
  )
const values = [...valuesOf(prices, priceList), ...valuesOf(売上, sales)]

const sqlFor = (question: string, locale: 'en' | 'ja') => {
  const asked = parseQuestion(question, [prices, 売上], values)
  return asked && queryOf(asked, locale).sql.replaceAll('\n', ' ')
}

describe('a question of a known form becomes SQL', () => {
  test.each([
    [
      'What is the average Price EUR by category?',
      'SELECT "Category" AS "Category", avg("Price_EUR") AS "average Price EUR" FROM "price_list" GROUP BY 1 ORDER BY 2 DESC',
    ],
    ['Total of price JPY', 'SELECT sum("Price_JPY") AS "sum Price JPY" FROM "price_list"'],
    [
      'How many products per category?',
      'SELECT "Category" AS "Category", count(*) AS "count" FROM "price_list" GROUP BY 1 ORDER BY 2 DESC',
    ],
    [
      'Top 3 products by price eur',
      'SELECT "Product" AS "Product", sum("Price_EUR") AS "sum Price EUR" FROM "price_list" GROUP BY 1 ORDER BY 2 DESC LIMIT 3',
    ],
    [
      'maximum price eur of a spare part',
      `SELECT max("Price_EUR") AS "maximum Price EUR" FROM "price_list" WHERE "Category" IN ('Spare part')`,
    ],
    [
      'Which product has the highest price eur?',
      'SELECT "Product" AS "Product", sum("Price_EUR") AS "sum Price EUR" FROM "price_list" GROUP BY 1 ORDER BY 2 DESC LIMIT 1',
    ],
  ])('%s', (question, sql) => expect(sqlFor(question, 'en')).toBe(sql))

  test.each([
    [
      '支店別の売上高の合計を教えて',
      'SELECT "支店" AS "支店", sum("売上高_千円") AS "売上高(千円)の合計" FROM "売上実績" GROUP BY 1 ORDER BY 2 DESC',
    ],
    [
      '月別の売上',
      'SELECT substr("年月", 1, 7) AS "月", sum("売上高_千円") AS "売上高(千円)の合計" FROM "売上実績" GROUP BY 1 ORDER BY 1',
    ],
    [
      '大阪支店の販売台数の平均は？',
      `SELECT avg("販売台数") AS "販売台数の平均" FROM "売上実績" WHERE "支店" IN ('大阪支店')`,
    ],
    ['担当者ごとの件数', 'SELECT "担当者" AS "担当者", count(*) AS "件数" FROM "売上実績" GROUP BY 1 ORDER BY 2 DESC'],
    [
      '売上高の上位２支店',
      'SELECT "支店" AS "支店", sum("売上高_千円") AS "売上高(千円)の合計" FROM "売上実績" GROUP BY 1 ORDER BY 2 DESC LIMIT 2',
    ],
    [
      '売上高が最も少ない支店はどこですか',
      'SELECT "支店" AS "支店", sum("売上高_千円") AS "売上高(千円)の合計" FROM "売上実績" GROUP BY 1 ORDER BY 2 ASC LIMIT 1',
    ],
    [
      '大阪支店と福岡営業所のモニターの売上高の合計',
      `SELECT sum("売上高_千円") AS "売上高(千円)の合計" FROM "売上実績" WHERE "支店" IN ('福岡営業所', '大阪支店') AND "商品区分" IN ('モニター')`,
    ],
  ])('%s', (question, sql) => expect(sqlFor(question, 'ja')).toBe(sql))
})

test.each([
  'Why did sales fall?',
  'この表は何ですか',
  'Compare the branches and explain the trend',
  '天気はどうですか',
  'average of the moon',
])('any other is not read: %s', (question) => expect(sqlFor(question, 'en')).toBeUndefined())
