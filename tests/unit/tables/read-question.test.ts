import { describe, expect, test } from 'vitest'
import { examplesOf } from '~/provider/agents/tables/explain-reading.ts'
import { isComplete } from '~/provider/agents/tables/question/asked.ts'
import { readQuestion } from '~/provider/agents/tables/question/read-question.ts'
import { queryOf } from '~/provider/agents/tables/write-query.ts'
import { employees, health, matches, orders, prices, staff, tickets, weather, 勤怠, 売上 } from './question-tables.ts'

type Questioned = typeof prices

const readingOf = (question: string, tables: Questioned[]) =>
  readQuestion(
    question,
    tables.map(({ table }) => table),
    tables.flatMap(({ values }) => values),
  )

/** The query for a question; undefined where a word of it is in doubt. */
function sqlFor(question: string, tables: Questioned[], locale: 'en' | 'ja' = 'en') {
  const { reading } = readingOf(question, tables)
  return isComplete(reading) ? queryOf(reading.asked!, locale).sql.replaceAll('\n', ' ') : undefined
}

/** What of a question stands in the way of an answer. */
function doubtsAbout(question: string, table: Questioned) {
  const { reading } = readingOf(question, [table])
  return [...reading.unknown, ...reading.ambiguous.map(({ said }) => said), ...reading.unused]
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
      'Top 3 products by price jpy',
      'SELECT "Product" AS "Product", sum("Price_JPY") AS "sum Price JPY" FROM "price_list" GROUP BY 1 ORDER BY 2 DESC LIMIT 3',
    ],
    [
      'maximum price eur of a spare part',
      `SELECT max("Price_EUR") AS "maximum Price EUR" FROM "price_list" WHERE "Category" IN ('Spare part')`,
    ],
    [
      'Which product has the highest price eur?',
      'SELECT "Product" AS "Product", sum("Price_EUR") AS "sum Price EUR" FROM "price_list" GROUP BY 1 ORDER BY 2 DESC LIMIT 1',
    ],
    [
      'average price of a Monitor',
      `SELECT avg("Price_EUR") AS "average Price EUR", avg("Price_JPY") AS "average Price JPY" FROM "price_list" WHERE "Category" IN ('Monitor')`,
    ],
    [
      'average and maximum price eur by category',
      'SELECT "Category" AS "Category", avg("Price_EUR") AS "average Price EUR", max("Price_EUR") AS "maximum Price EUR" FROM "price_list" GROUP BY 1 ORDER BY 2 DESC',
    ],
    [
      'Which category has the highest average price eur?',
      'SELECT "Category" AS "Category", avg("Price_EUR") AS "average Price EUR" FROM "price_list" GROUP BY 1 ORDER BY 2 DESC LIMIT 1',
    ],
    [
      'How many products have a price eur of over 200?',
      'SELECT count(*) AS "count" FROM "price_list" WHERE "Price_EUR" > 200',
    ],
    [
      'How many products with price jpy between 5,000 and 10,000?',
      'SELECT count(*) AS "count" FROM "price_list" WHERE "Price_JPY" >= 5000 AND "Price_JPY" <= 10000',
    ],
    [
      'total price eur except Set and Service',
      `SELECT sum("Price_EUR") AS "sum Price EUR" FROM "price_list" WHERE ("Category" IS NULL OR "Category" NOT IN ('Set', 'Service'))`,
    ],
    [
      'What is the price of the Wall bracket?',
      `SELECT "Product", "Price_EUR", "Price_JPY" FROM "price_list" WHERE "Product" IN ('Wall bracket') LIMIT 100`,
    ],
  ])('%s', (question, sql) => expect(sqlFor(question, [prices, 売上])).toBe(sql))

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
      '最も売上高が多い支店は？',
      'SELECT "支店" AS "支店", sum("売上高_千円") AS "売上高(千円)の合計" FROM "売上実績" GROUP BY 1 ORDER BY 2 DESC LIMIT 1',
    ],
    [
      '大阪支店と福岡営業所のモニターの売上高の合計',
      `SELECT sum("売上高_千円") AS "売上高(千円)の合計" FROM "売上実績" WHERE "支店" IN ('大阪支店', '福岡営業所') AND "商品区分" IN ('モニター')`,
    ],
    [
      '支店と商品区分別の売上高を集計してください',
      'SELECT "支店" AS "支店", "商品区分" AS "商品区分", sum("売上高_千円") AS "売上高(千円)の合計" FROM "売上実績" GROUP BY 1, 2 ORDER BY 1, 2',
    ],
    [
      '大阪支店以外の売上高の合計',
      `SELECT sum("売上高_千円") AS "売上高(千円)の合計" FROM "売上実績" WHERE ("支店" IS NULL OR "支店" NOT IN ('大阪支店'))`,
    ],
    [
      '2026年4月から6月までの売上高の合計はいくらですか',
      `SELECT sum("売上高_千円") AS "売上高(千円)の合計" FROM "売上実績" WHERE substr("年月", 1, 7) >= '2026-04' AND substr("年月", 1, 7) <= '2026-06'`,
    ],
    [
      '売上高が最も多い月はどの月ですか',
      'SELECT substr("年月", 1, 7) AS "月", sum("売上高_千円") AS "売上高(千円)の合計" FROM "売上実績" GROUP BY 1 ORDER BY 2 DESC LIMIT 1',
    ],
    ['販売台数が500以上の件数', 'SELECT count(*) AS "件数" FROM "売上実績" WHERE "販売台数" >= 500'],
    ['担当者の種類数', 'SELECT count(DISTINCT "担当者") AS "担当者の種類数" FROM "売上実績"'],
    ['西山さんの売上高の合計', undefined],
  ])('%s', (question, sql) => expect(sqlFor(question, [prices, 売上], 'ja')).toBe(sql))

  test.each<[Questioned, string, string]>([
    [
      weather,
      'How many days were rainy in 2013?',
      `SELECT count(*) AS "count" FROM "city_weather" WHERE "weather" IN ('rain') AND substr("date", 1, 4) = '2013'`,
    ],
    [
      weather,
      'average temp_max by year',
      'SELECT substr("date", 1, 4) AS "year", avg("temp_max") AS "average temp_max" FROM "city_weather" GROUP BY 1 ORDER BY 1',
    ],
    [
      weather,
      'What was the highest wind between 2013 and 2014?',
      `SELECT max("wind") AS "maximum wind" FROM "city_weather" WHERE substr("date", 1, 4) >= '2013' AND substr("date", 1, 4) <= '2014'`,
    ],
    [
      weather,
      'total precipitation since May 2013',
      `SELECT sum("precipitation") AS "sum precipitation" FROM "city_weather" WHERE substr("date", 1, 7) >= '2013-05'`,
    ],
    [
      weather,
      'What is the most common weather?',
      'SELECT "weather" AS "weather", count(*) AS "count" FROM "city_weather" GROUP BY 1 ORDER BY 2 DESC LIMIT 1',
    ],
    [
      matches,
      'total home score of home team Germany',
      `SELECT sum("home_score") AS "sum home_score" FROM "matches" WHERE "home_team" IN ('Germany')`,
    ],
    [
      matches,
      'how many matches by tournament',
      'SELECT "tournament" AS "tournament", count(*) AS "count" FROM "matches" GROUP BY 1 ORDER BY 2 DESC',
    ],
    [
      health,
      'Which country has the lowest income?',
      'SELECT "country" AS "country", sum("income") AS "sum income" FROM "health_income" GROUP BY 1 ORDER BY 2 ASC LIMIT 1',
    ],
    [
      health,
      'average income and health by region',
      'SELECT "region" AS "region", avg("income") AS "average income", avg("health") AS "average health" FROM "health_income" GROUP BY 1 ORDER BY 2 DESC',
    ],
    [
      orders,
      'how many customers are there in Berlin?',
      `SELECT count(DISTINCT "Customer") AS "number of different Customer" FROM "orders" WHERE "City" IN ('Berlin')`,
    ],
    [orders, 'number of orders', 'SELECT count(*) AS "count" FROM "orders"'],
    [
      orders,
      'sum of amount by month of order date',
      'SELECT substr("Order_date", 1, 7) AS "month", sum("Amount") AS "sum Amount" FROM "orders" GROUP BY 1 ORDER BY 1',
    ],
    [
      orders,
      'sum of amount where paid is yes',
      `SELECT sum("Amount") AS "sum Amount" FROM "orders" WHERE "Paid" IN ('yes')`,
    ],
    [
      orders,
      'total quantity with order date in 2025',
      `SELECT sum("Quantity") AS "sum Quantity" FROM "orders" WHERE substr("Order_date", 1, 4) = '2025'`,
    ],
  ])('%o: %s', ({ table }, question, sql) =>
    expect(
      sqlFor(
        question,
        [prices, weather, matches, health, orders].filter((one) => one.table === table),
      ),
    ).toBe(sql),
  )

  test.each([
    [
      '部署別の平均月給',
      'SELECT "部署" AS "部署", avg("月給_円") AS "月給(円)の平均" FROM "社員名簿" GROUP BY 1 ORDER BY 2 DESC',
    ],
    ['営業部の人数は？', `SELECT count(*) AS "件数" FROM "社員名簿" WHERE "部署" IN ('営業部')`],
    ['年齢が40以上の社員は何人ですか', 'SELECT count(*) AS "件数" FROM "社員名簿" WHERE "年齢" >= 40'],
    ['サーバ権限がありの人数', `SELECT count(*) AS "件数" FROM "社員名簿" WHERE "サーバー権限" IN ('あり')`],
    ['佐藤一郎の月給', `SELECT "氏名", "月給_円" FROM "社員名簿" WHERE "氏名" IN ('佐藤一郎') LIMIT 100`],
    ['2015年以降に入社した社員の平均年齢', undefined],
    [
      '入社年月日が2015年以降の平均年齢',
      `SELECT avg("年齢") AS "年齢の平均" FROM "社員名簿" WHERE substr("入社年月日", 1, 4) >= '2015'`,
    ],
  ])('%s', (question, sql) => expect(sqlFor(question, [staff], 'ja')).toBe(sql))
})

describe('rows are chosen by what their columns say', () => {
  test.each<[Questioned, string, string]>([
    [employees, 'How many remote employees are there?', `"Remote" IN ('Yes')`],
    [employees, 'How many non-remote employees are there?', `("Remote" IS NULL OR "Remote" NOT IN ('Yes'))`],
    [employees, 'How many employees have no manager?', '"Manager" IS NULL'],
    [employees, 'How many people work in Sales?', `"Department" IN ('Sales')`],
    [employees, 'How many people were hired before 2020?', `substr("Hire_Date", 1, 4) < '2020'`],
    [orders, 'number of orders not paid', `("Paid" IS NULL OR "Paid" NOT IN ('yes'))`],
    [tickets, 'How many tickets were closed?', '"Closed" IS NOT NULL'],
    [tickets, 'How many tickets are not closed?', '"Closed" IS NULL'],
    [tickets, 'How many tickets have no CSAT?', '"CSAT" IS NULL'],
    [勤怠, '備考がない行の件数', '"備考" IS NULL'],
    [勤怠, '残業時間が2時間以上の件数', '"残業時間_h" >= 2'],
    [staff, '月給が40万円以上の人数', '"月給_円" >= 400000'],
  ])('%o: %s', (questioned, question, condition) => {
    const sql = sqlFor(question, [questioned])
    expect(sql).toBe(`SELECT count(*) AS "count" FROM "${questioned.table.name}" WHERE ${condition}`)
  })
})

describe('what is to be computed of groups is said, or follows from the name of the column', () => {
  test.each<[Questioned, string, string]>([
    [tickets, 'minutes spent by assignee', 'sum("Minutes_spent")'],
    [tickets, 'CSAT by assignee', 'avg("CSAT"), sum("CSAT")'],
    [tickets, 'average minutes per ticket', 'avg("Minutes_spent")'],
    [tickets, 'tickets by priority', 'count(*)'],
    [employees, 'Which office has the fewest remote employees?', 'count(*)'],
    [prices, 'Which category has the highest price eur?', 'max("Price_EUR"), avg("Price_EUR")'],
    [weather, 'Which weather has the lowest wind?', 'min("wind"), avg("wind"), sum("wind")'],
    [勤怠, '残業が一番多い人は誰？', 'sum("残業時間_h")'],
    [勤怠, '残業時間の推移', 'sum("残業時間_h")'],
    [勤怠, '在宅の人数', 'count(DISTINCT "氏名")'],
  ])('%o: %s', (questioned, question, figures) => {
    const computed = [...(sqlFor(question, [questioned]) ?? '').matchAll(/(?:sum|avg|min|max|count)\([^)]*\)/g)]
    expect(computed.map(([figure]) => figure).join(', ')).toBe(figures)
  })

  test('a superlative that may be of single values, averages or sums is said to be open', () => {
    const openIn = (question: string, questioned: Questioned) => readingOf(question, [questioned]).reading.open
    expect(openIn('Which category has the highest price eur?', prices)).toEqual({ said: 'highest', least: false })
    expect(openIn('Which product has the highest price eur?', prices)).toBeUndefined()
    expect(openIn('売上高が最も少ない支店はどこですか', 売上)).toBeUndefined()
  })

  test.each<[Questioned, string]>([
    [tickets, 'Average minutes spent on P1 vs P3 tickets'],
    [勤怠, '営業部と開発部の平均残業時間を比較'],
  ])('values that are compared stand side by side: %o %s', (questioned, question) => {
    expect(sqlFor(question, [questioned])).toMatch(/ WHERE .* IN \(.*, .*\) GROUP BY 1 /)
  })
})

describe('a word that is neither used nor harmless is named, and nothing is computed', () => {
  test.each<[Questioned, string, string[]]>([
    [prices, 'sum of Price EUR by Supplier', ['Supplier']],
    [prices, 'average price eur of blue monitors', ['blue']],
    [prices, 'average price eur per item', ['item']],
    [prices, 'average price eur without discount', ['without discount']],
    [prices, 'median price eur by category', ['median']],
    [prices, 'sum of price eur in 2025', ['2025']],
    [prices, 'total price eur of Monitor, not of AirSense 4 or later', ['later']],
    [prices, 'average price eur over 100 percent', ['percent']],
    [prices, 'average warranty of products over 100', ['over 100']],
    [prices, 'sum of price eur by category and week', ['week']],
    [売上, '部門別の売上合計', ['部門別']],
    [売上, '部門別の売上高の合計を教えてください', ['部門別']],
    [売上, '東京の売上高の合計', ['東京']],
    [売上, '2026年度の売上高の合計', ['2026年度']],
    [売上, '前年の売上高の合計', ['前年']],
    [売上, '大阪支店でない売上高の標準偏差の合計', ['標準偏差']],
    [売上, '売上高の利益率の平均', ['利益率']],
    [売上, '先月の支店別の売上高', ['先月']],
    [matches, 'How many goals did Germany score in total?', ['goals', 'Germany', 'score']],
    [matches, 'average home_score of Germany', ['Germany']],
    [health, 'highest income and how does health correlate', ['correlate']],
    [health, 'sum of population of Nigeria', ['Nigeria']],
    [health, 'average income by continent', ['continent']],
    [health, 'population density by region', ['density']],
    [weather, 'How many days were windy and warm in 2013?', ['warm']],
    [weather, 'average temp_max in 2013 vs 2014', ['vs']],
    [weather, 'average temp_max of weekends', ['weekends']],
    [orders, 'total amount in 2025', ['2025']],
    [orders, 'total amount of unpaid orders', ['unpaid']],
    [orders, 'revenue by city', ['revenue']],
    [staff, '勤続年数の平均', ['勤続年数']],
    [employees, 'total salary of managers', ['managers']],
    [employees, 'average salary of the departments', ['departments']],
    [tickets, 'How many open tickets are there?', ['open']],
    [orders, 'average order value', []],
    [orders, 'How many orders over 60?', ['over 60']],
    [staff, '女性の平均月給', ['女性']],
    [staff, '部署別の平均残業時間', ['残業時間']],
    [staff, 'みかんの平均月給', ['みかん']],
  ])('%o: %s', (questioned, question, words) => {
    const doubts = doubtsAbout(question, questioned)
    for (const word of words) expect(doubts.join(' | ')).toContain(word)
    expect(sqlFor(question, [questioned])).toBeUndefined()
  })

  test.each([
    'Why did sales fall?',
    'この表は何ですか',
    'Compare the branches and explain the trend',
    '天気はどうですか',
    'average of the moon',
  ])('any other is not read: %s', (question) => expect(sqlFor(question, [prices, 売上])).toBeUndefined())
})

describe('near words are matched, and the reading says so', () => {
  test.each<[Questioned, string, string, string[]]>([
    [prices, 'average price eur of monitors', 'monitors', ['Monitor']],
    [prices, 'sum of price eur of spare parts', 'spare parts', ['Spare part']],
    [prices, 'sum of price eur of Acessory', 'Acessory', ['Accessory']],
    [prices, 'average price eur by categry', 'categry', ['Category']],
    [
      prices,
      'sum of price eur of sensors',
      'sensors',
      ['Carbon dioxide replacement sensor', 'Fine dust replacement sensor'],
    ],
    [weather, 'How many days were sunny?', 'sunny', ['sun']],
    [売上, '大阪の売上高の合計', '大阪', ['大阪支店']],
    [売上, 'モニタの売上高の合計', 'モニタ', ['モニター']],
    [売上, 'サブスクの販売台数の合計', 'サブスク', ['サブスクリプション']],
    [勤怠, '佐藤さんの残業時間の合計', '佐藤さん', ['佐藤 健']],
    [employees, 'Who has the highest salary?', 'Who', ['Full Name']],
    [tickets, 'Who closed the most tickets?', 'Who', ['Assignee']],
    [employees, 'average salary of remote employees', 'remote', ['Yes']],
  ])('%o: %s', (questioned, question, said, meant) => {
    expect(sqlFor(question, [questioned])).toBeDefined()
    expect(readingOf(question, [questioned]).reading.near).toMatchObject([{ said, meant }])
  })

  test.each<[Questioned, string]>([
    [prices, 'AVERAGE ＰＲＩＣＥ　ＥＵＲ OF MONITOR'],
    [売上, '大阪支店のもにたーの売上高の合計'],
    [売上, '大阪支店のﾓﾆﾀｰの売上高の合計'],
    [weather, 'maximum TEMP MAX'],
  ])('width, case and kana make no difference: %o %s', (questioned, question) => {
    expect(sqlFor(question, [questioned])).toBeDefined()
    expect(readingOf(question, [questioned]).reading.near).toEqual([])
  })
})

test('the questions that are offered as examples are understood, and so is the title of what they compute', () => {
  for (const questioned of [prices, weather, matches, health, orders]) {
    const examples = examplesOf(questioned.table, 'en')
    expect(examples.length).toBeGreaterThan(1)
    for (const example of examples) {
      const sql = sqlFor(example, [questioned])
      expect(sql, example).toBeDefined()
      const { title } = queryOf(readingOf(example, [questioned]).reading.asked!, 'en')
      if (!example.startsWith('top')) expect(sqlFor(title, [questioned]), title).toBe(sql)
    }
  }
  for (const questioned of [売上, staff]) {
    for (const example of examplesOf(questioned.table, 'ja'))
      expect(sqlFor(example, [questioned], 'ja'), example).toBeDefined()
  }
})

test('a table that is named is asked, and others that could be are told', () => {
  const second = { ...prices.table, name: 'price_list_2025', file_name: 'price-list-2025.csv' }
  const tables = [prices.table, second]
  expect(readQuestion('sum of price eur', tables, []).others).toEqual([second])
  const named = readQuestion('sum of price eur in price_list_2025', tables, [])
  expect(named.reading.table).toBe(second)
  expect(named.others).toEqual([])
})

test('a file whose name says nothing is not looked for', () => {
  const tables = [{ ...prices.table, file_name: '____' }]
  expect(readQuestion('sum of price eur', tables, []).others).toEqual([])
})
