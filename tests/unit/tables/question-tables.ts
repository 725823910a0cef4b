import type { Value } from '~/provider/agents/tables/question/asked.ts'
import type { Table } from '~/provider/sandbox/table.ts'
import { priceList, sales } from '../../../scripts/samples/tables.ts'
import { made } from './tables.ts'

interface Questioned {
  table: Table
  values: Value[]
}

/** A table with the texts in it, as the analysis reads them from the sandbox. */
async function questioned(name: string, cells: string[][]): Promise<Questioned> {
  const { table } = (await made(cells, name))!
  const values = table.columns.flatMap((column) => {
    if (column.kind !== 'text') return []
    const at = cells[0]!.indexOf(column.label)
    const texts = new Set(cells.slice(1).map((row) => row[at]!.trim()))
    return [...texts].filter(Boolean).map((text) => ({ table, column, text }))
  })
  return { table, values }
}

const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(','))

export const prices = await questioned('price-list', priceList)
export const 売上 = await questioned('売上実績', sales)

export const weather = await questioned(
  'city-weather',
  lines(`date,precipitation,temp_max,temp_min,wind,weather
    2012-01-01,0.0,12.8,5.0,4.7,drizzle
    2012-01-02,10.9,10.6,2.8,4.5,rain
    2012-06-03,0.8,11.7,7.2,2.3,rain
    2013-01-04,20.3,12.2,5.6,4.7,rain
    2013-05-05,1.3,8.9,2.8,6.1,sun
    2013-11-06,2.5,4.4,2.2,2.2,fog
    2014-07-07,0.0,7.2,2.8,2.3,sun
    2015-12-08,0.0,10.0,2.8,2.0,snow`),
)

export const matches = await questioned(
  'matches',
  lines(`date,home_team,away_team,home_score,away_score,tournament
    2014-07-08,Brazil,Germany,1,7,World Cup
    2014-07-13,Germany,Argentina,1,0,World Cup
    2015-06-10,Germany,USA,1,2,Friendly
    2016-03-26,Germany,England,2,3,Friendly
    2016-06-21,Japan,Germany,0,1,Friendly`),
)

export const health = await questioned(
  'health-income',
  lines(`country,region,income,health,population
    Japan,Asia,36162,83.5,126573481
    Niger,Africa,943,62.2,19899120
    Kenya,Africa,2898,66.2,46050302
    Norway,Europe,64304,81.6,5210967
    Germany,Europe,44053,81.1,80688545`),
)

export const staff = await questioned(
  '社員名簿',
  lines(`社員番号,氏名,部署,役職,入社年月日,年齢,月給(円),サーバー権限
    1001,佐藤一郎,営業部,課長,2015-04-01,42,480000,あり
    1002,鈴木花子,営業部,主任,2018-10-01,35,360000,なし
    1003,高橋健,開発部,部長,2010-04-01,51,620000,あり
    1004,田中みかん,開発部,主任,2019-04-01,31,350000,あり
    1005,伊藤誠,総務部,課長,2012-07-01,45,470000,なし`),
)

export const orders = await questioned(
  'orders',
  lines(`Order ID,Customer,City,Order date,Ship date,Quantity,Amount,Paid
    1,Alpha Ltd,Berlin,2025-01-10,2025-01-12,5,100.50,yes
    2,Beta GmbH,Hamburg,2025-02-11,2025-02-12,1,20.00,no
    3,Alpha Ltd,Berlin,2025-02-15,2025-03-01,7,240.00,yes
    4,Gamma Oy,Munich,2026-01-10,2026-01-11,2,75.25,yes`),
)

export const employees = await questioned(
  'employees',
  lines(`Employee ID,Full Name,Department,Hire Date,Salary,Office,Remote?,Manager
    E1,Ann Lee,Sales,04/13/2018,50000,Tokyo,Yes,
    E2,Bo Ruiz,Sales,01/02/2021,60000,Tokyo,No,Ann Lee
    E3,Cy Fox,Legal,11/30/2019,70000,London,Yes,Ann Lee
    E4,Di Wu,Legal,05/06/2022,55000,London,No,Bo Ruiz`),
)

export const tickets = await questioned(
  'tickets',
  lines(`Ticket,Opened,Closed,Priority,Assignee,Minutes spent,CSAT
    T1,2026-01-03,2026-01-05,P1,Ann Lee,30,5
    T2,2026-01-09,,P2,Bo Ruiz,,
    T3,2026-02-03,2026-02-04,P1,Bo Ruiz,90,3
    T4,2026-02-08,2026-03-01,P3,Ann Lee,20,`),
)

export const 勤怠 = await questioned(
  '勤怠',
  lines(`日付,氏名,部署,退勤,残業時間,区分,備考
    2026-09-01,佐藤 健,営業部,19:30,1:30,在宅,
    2026-09-01,鈴木 愛,開発部,18:00,0:00,出社,早退
    2026-09-02,佐藤 健,営業部,20:00,2:00,出社,
    2026-09-02,鈴木 愛,開発部,21:15,3:15,在宅,`),
)
