import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { organizationTables } from '~/provider/organization/tables.ts'
import { shardTables } from '~/provider/search/shard/tables.ts'
import { memberTables } from '~/provider/member/tables.ts'
import { breaches } from './rules.ts'

const root = join(import.meta.dirname, '../../..')
const textsIn = (directory: string, ending: string) =>
  readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .toSorted()
    .map((name) => ({ name, text: readFileSync(join(root, directory, name), 'utf8') }))

test.each([
  ['the directory', textsIn('migrations', '.sql').map(({ text }) => text)],
  ['members', memberTables],
  ['organisations', organizationTables],
  ['libraries', shardTables],
])('the migrations of %s leave the version before as it is', (_, migrations) => {
  expect(breaches(migrations)).toEqual([])
})

test('what is written names its columns, so that a newer version may add some', () => {
  const sources = [...textsIn('app/provider', '.ts'), ...textsIn('migrations', '.sql')]
  const nameless = sources.flatMap(({ name, text }) =>
    [...text.matchAll(/INTO \w+ (?:VALUES|SELECT)\b.*/g)].map(([statement]) => `${name}: ${statement}`),
  )
  expect(nameless).toEqual([])
})

describe('of migrations that follow a first one', () => {
  const first = 'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT);'

  test.each([
    'DROP TABLE users;',
    'DROP INDEX users_by_name;',
    'ALTER TABLE users DROP COLUMN name;',
    'ALTER TABLE users RENAME TO people;',
    'ALTER TABLE users RENAME COLUMN name TO title;',
    'ALTER TABLE users ADD COLUMN age INTEGER NOT NULL;',
    'ALTER TABLE users ADD age INTEGER DEFAULT 1 CHECK (age > 0);',
    'ALTER TABLE users ADD COLUMN friend INTEGER REFERENCES users (id);',
    'CREATE UNIQUE INDEX users_by_name ON users (name);',
    'CREATE TABLE letters (id INTEGER PRIMARY KEY, user_id INTEGER REFERENCES users (id));',
    "CREATE TRIGGER no_name BEFORE INSERT ON users BEGIN SELECT RAISE(ABORT, 'no'); END;",
    "UPDATE users SET name = 'x';",
    "INSERT INTO users (name) VALUES ('x');",
    'DELETE FROM users;',
  ])('%s is refused', (statement) => {
    expect(breaches([first, statement])).toHaveLength(1)
  })

  test.each([
    'CREATE TABLE letters (id INTEGER PRIMARY KEY, user_id INTEGER REFERENCES users (id) ON DELETE CASCADE);',
    'CREATE TABLE rooms (id INTEGER PRIMARY KEY, name TEXT); CREATE UNIQUE INDEX rooms_by_name ON rooms (name);',
    'ALTER TABLE users ADD COLUMN age INTEGER NOT NULL DEFAULT 0;',
    'ALTER TABLE users ADD COLUMN age INTEGER; UPDATE users SET age = 7;',
    'CREATE INDEX users_by_name ON users (name);',
    '-- unused since v1.2.0: name\nALTER TABLE users DROP COLUMN name;',
  ])('%s is taken', (statement) => {
    expect(breaches([first, statement])).toEqual([])
  })
})
