import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Cell, QueryResult } from '~/provider/sandbox/table.ts'
import { ask, loadTables, rowsOf } from './harness/sandbox-tables.ts'

beforeAll(loadTables)

describe('what an analysis asks', () => {
  test.each<[string, string, Cell[][]]>([
    ['a sum', 'SELECT sum(total) FROM orders', [[29_999_850_000]]],
    ['names in Japanese', 'SELECT "氏名" FROM "顧客" WHERE id = 1;', [['鈴木']]],
    ['a quoted quote', `SELECT id FROM 顧客 WHERE 氏名 = 'O''Neil'`, [[2]]],
    [
      'a join of the large table with a small one',
      'SELECT c."氏名", count(*) AS orders FROM orders AS o JOIN "顧客" c ON c.id = o.customer GROUP BY c.id ORDER BY c.id LIMIT 1',
      [['佐藤', 28572]],
    ],
    [
      'the share of a total, by a cross join with one row of WITH',
      'WITH t AS (SELECT sum(total) AS s FROM orders) SELECT round(sum(total) / max(t.s), 3) FROM orders CROSS JOIN t WHERE customer = 0',
      [[0.143]],
    ],
    [
      'a subquery that is the same for each row',
      'SELECT count(*) FROM orders WHERE total > (SELECT avg(total) FROM orders)',
      [[100_000]],
    ],
    [
      'months compared by a self join of an aggregate',
      'WITH m AS (SELECT customer, count(*) AS n FROM orders GROUP BY customer) SELECT count(*) FROM m AS a JOIN m AS b ON a.customer = b.customer + 1',
      [[6]],
    ],
    [
      'a window',
      'SELECT id, total, sum(total) OVER (ORDER BY id), lag(total) OVER (ORDER BY id) FROM orders ORDER BY id LIMIT 2',
      [
        [0, 0, 0, null],
        [1, 1.5, 1.5, 0],
      ],
    ],
    [
      'a subquery as source',
      'SELECT max(n) FROM (SELECT customer, count(*) AS n FROM orders GROUP BY customer) AS g',
      [[28572]],
    ],
    ['texts', `SELECT upper(substr(memo, 1, 2)) || '-' || id FROM orders WHERE memo LIKE '%aaa%' LIMIT 1`, [['AA-0']]],
    ['members of both', 'SELECT id FROM 顧客 EXCEPT SELECT id FROM 顧客 WHERE id > 0', [[0]]],
  ])('%s is answered', async (_what, sql, expected) => {
    expect(await rowsOf(sql)).toEqual(expected)
  })

  test('a result ends at 1,000 rows and says so, and long cells at 500 characters', async () => {
    const result = await ask(`SELECT id, memo || memo AS twice FROM orders`)
    expect(result).toMatchObject({ columns: ['id', 'twice'], cut: true, tables: ['orders'] })
    expect((result as QueryResult).rows).toHaveLength(1000)
    expect((result as QueryResult).rows[0]![1]).toHaveLength(500)
  })

  test('SQLite’s own words come back for a mistake', async () => {
    expect(await ask('SELECT totl FROM orders')).toEqual({ refused: expect.stringContaining('no such column: totl') })
    const overflow = 'SELECT id, sum(9223372036854775807) OVER (ORDER BY id) FROM 顧客'
    expect(await ask(overflow)).toEqual({ refused: 'integer overflow' })
  })
})

test('the tables are forgotten when the alarm comes', async () => {
  const other = env.ANALYSIS_TABLES.getByName('another conversation')
  await other.create('t', [{ name: 'a', kind: 'integer' }])
  await runInDurableObject(other, async (object, state) => {
    expect(await state.storage.getAlarm()).toBeGreaterThan(Date.now())
    await object.alarm()
    expect(state.storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 't'").toArray()).toEqual([])
  })
  expect(await other.tables()).toEqual([])
})
