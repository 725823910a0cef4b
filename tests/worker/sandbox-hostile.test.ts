import { beforeAll, describe, expect, test } from 'vitest'
import { ask, loadTables, many, rowsOf } from './harness/sandbox-tables.ts'

beforeAll(loadTables)

describe('what would never end', () => {
  const together = 'orders AS a JOIN orders AS b ON 1 JOIN orders AS c ON 1'
  test.each<[string, string]>([
    ['a recursion', 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n'],
    ['a recursion without its word', 'WITH n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n'],
    [
      'a recursion by two',
      'WITH n(x) AS (SELECT x FROM k), k(x) AS (SELECT 1 UNION ALL SELECT x FROM n) SELECT count(*) FROM n',
    ],
    ['a cross join', `SELECT count(*) FROM ${together}`],
    ['a cross join by commas', 'SELECT count(*) FROM orders a, orders b, orders c'],
    [
      'a comma behind a condition',
      'SELECT (SELECT count(*) FROM 顧客 c) FROM orders a JOIN orders b ON a.id = b.id, orders c',
    ],
    ['an equality that hardly chooses', 'SELECT count(*) FROM orders AS a JOIN orders AS b ON a.customer = b.customer'],
    ['an equality of everything', 'SELECT count(*) FROM orders AS a JOIN orders AS b ON a.memo = b.memo'],
    [
      'an equality by another collation',
      'SELECT count(*) FROM orders AS a JOIN orders AS b ON a.id = b.id COLLATE NOCASE',
    ],
    ['a comparison', 'SELECT count(*) FROM orders AS a JOIN orders AS b ON a.id < b.id'],
    [
      'a natural join of nothing in common',
      'SELECT count(*) FROM (SELECT id AS x FROM orders) AS p NATURAL JOIN (SELECT id AS y FROM orders) AS q',
    ],
    ['a subquery for each row', 'SELECT (SELECT count(*) FROM orders b WHERE b.total > a.total) FROM orders a'],
    [
      'EXISTS for each row',
      'SELECT count(*) FROM orders a WHERE EXISTS (SELECT 1 FROM orders b WHERE b.total + a.total = -1)',
    ],
    ['IN for each row', 'SELECT count(*) FROM orders a WHERE 1 IN (SELECT b.id * a.id FROM orders b)'],
    ['a subquery in ORDER BY', 'SELECT id FROM orders a ORDER BY (SELECT sum(b.id * a.id) FROM orders b)'],
    [
      'a subquery within a subquery',
      'SELECT (SELECT (SELECT count(*) FROM orders c WHERE c.id > b.id) FROM orders b WHERE b.id = a.id) FROM orders a',
    ],
    [
      'sources that multiply within FROM',
      'SELECT count(*) FROM (SELECT a.id AS i FROM orders a JOIN 顧客 ON 1) AS p JOIN (SELECT id AS i FROM orders) AS q ON p.i <> q.i',
    ],
    [
      'a product that WITH hides',
      'WITH p AS (SELECT id FROM orders), q AS (SELECT id FROM p) SELECT count(*) FROM p JOIN q ON p.id <> q.id',
    ],
    [
      'a right join whose rest multiplies',
      'SELECT count(*) FROM 顧客 AS x RIGHT JOIN orders AS b ON b.id = x.id JOIN orders AS c ON c.id <> b.id',
    ],
    [
      'a full join of nothing',
      'SELECT count(*) FROM orders AS a FULL JOIN orders AS b ON a.id = b.id + 0.5 AND a.total > b.total',
    ],
    [
      'an alias that names a small table elsewhere',
      'SELECT (SELECT count(*) FROM 顧客 AS t) FROM orders AS t JOIN orders AS u ON t.id <> u.id',
    ],
    [
      'an alias like a subquery of the plan',
      'SELECT count(*) FROM orders AS "(subquery-1)" JOIN orders AS "(subquery-2)" ON 1',
    ],
    [
      'frames made anew for each row',
      'SELECT sum(id) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE TIES) FROM orders',
    ],
    [
      'UNION ALL again and again',
      `SELECT count(*) FROM (${Array(60).fill('SELECT id FROM orders a').join(' UNION ALL ')})`,
    ],
    ['a sum of many terms for each row', `SELECT ${Array(1200).fill('id').join('+')} FROM orders`],
    ['a long list for each row', `SELECT count(*) FROM orders WHERE memo IN (${Array(1200).fill("'b'").join(',')})`],
    ['many patterns', `SELECT count(*) FROM orders WHERE ${Array(60).fill("memo LIKE '%a%a%a%a%a%b'").join(' OR ')}`],
    [
      'texts that double',
      `WITH ${[0, 1, 2, 3, 4, 5, 6, 7]
        .map((n) => `d${n} AS (SELECT x || x AS x FROM ${n ? `d${n - 1}` : '(SELECT memo AS x FROM orders) AS o'})`)
        .slice(0, 7)
        .join(', ')} SELECT max(length(x)) FROM d6`,
    ],
    ['replacing by what is longer', `SELECT replace(memo, 'a', 'aaaaaaaaaaaaaaaaaaaa') FROM orders`],
    ['replacing by a column', `SELECT replace(memo, 'a', memo) FROM orders`],
    ['a series', 'SELECT count(*) FROM generate_series(1, 1000000000)'],
    ['a table of JSON', `SELECT * FROM json_each('[1,2]')`],
    [
      'wide sorting of a product',
      'SELECT * FROM orders AS a CROSS JOIN 顧客 AS b CROSS JOIN 顧客 AS c ORDER BY a.memo, b.id',
    ],
  ])('%s is refused at once', async (_what, sql) => {
    expect(await ask(sql)).toEqual({ refused: expect.any(String) })
  })

  test.each<[string, string]>([
    [
      'patterns against long texts',
      `SELECT count(*) FROM orders WHERE memo LIKE '%a%a%a%a%a%b' OR memo GLOB '*a*[ab]*a*[ab]*c'`,
    ],
    [
      'patterns with single wildcards',
      `SELECT count(*) FROM orders WHERE memo LIKE '%_a_a_a_a_a_a_a_a_a_a_a_a_a_a_ab'`,
    ],
    [
      'a sliding frame',
      'SELECT max(s) FROM (SELECT min(total) OVER (ORDER BY id ROWS BETWEEN 90000 PRECEDING AND 90000 FOLLOWING) AS s FROM orders) AS w',
    ],
    [
      'distant rows of a window',
      'SELECT count(x) FROM (SELECT lag(total, 150000) OVER (ORDER BY memo, id) AS x FROM orders) AS w',
    ],
    ['a sort of everything', 'SELECT memo, total FROM orders ORDER BY memo DESC, total DESC LIMIT 1'],
  ])('the dearest that is allowed ends within seconds: %s', { timeout: 15_000 }, async (_what, sql) => {
    expect(await ask(sql)).toHaveProperty('rows')
  })
})

describe('what a query has no business with', () => {
  test.each<[string, string]>([
    ['another file’s table', 'SELECT * FROM secret'],
    ['another file’s table, in a schema', 'SELECT * FROM main.secret'],
    ['another file’s table, behind IN', 'SELECT id FROM orders WHERE id IN secret'],
    ['the list of tables', 'SELECT * FROM sqlite_master'],
    ['deleting', 'DELETE FROM orders'],
    ['deleting behind WITH', 'WITH x AS (SELECT 1) DELETE FROM orders'],
    ['two statements', 'SELECT 1; DROP TABLE orders'],
    ['a pragma', 'PRAGMA table_info(orders)'],
    ['a pragma as a table', `SELECT * FROM pragma_table_info('orders')`],
    ['a large blob', 'SELECT zeroblob(1000000000)'],
    ['a large text', `SELECT printf('%.*c', 100000000, 'x')`],
    ['a function in quotes', 'SELECT "randomblob"(1000000)'],
    ['a function in brackets', 'SELECT [randomblob](1000000)'],
    ['a comment', 'SELECT 1 -- harmless'],
    ['a comment in the middle', 'SELECT /* x */ 1'],
    ['closing the parenthesis that it stands in', 'SELECT 1) UNION SELECT id FROM (SELECT id FROM secret'],
    ['a parameter', 'SELECT ?1'],
    ['an unknown name in double quotes, which SQLite takes for a text', 'SELECT id FROM orders WHERE "totl" > 5'],
    ['another table’s column in double quotes', 'SELECT "氏名" FROM orders'],
    ['nothing', ''],
    ['a text that does not end', `SELECT 'x`],
    ['nesting without end', `SELECT ${'('.repeat(2000)}1${')'.repeat(2000)}`],
  ])('%s is refused', async (_what, sql) => {
    expect(await ask(sql)).toEqual({ refused: expect.any(String) })
  })

  test('afterwards everything is as it was', async () => {
    expect(await rowsOf('SELECT count(*) FROM orders')).toEqual([[many]])
  })
})
