import { comparePages } from '../compare-pages.ts'
import { prepare } from '../prepare.ts'
import { type Database, execute } from '../product.ts'
import type { Side } from '../side.ts'

/** `npm run bench:table`: what a page of the file library costs in a group of 10,000 files, beside one of 100, on workerd. */
const sizes = { small: 100, large: 10_000 }

interface Library extends Side {
  group: number
}

const path = '/web/v1/files'
const pages = {
  'the first page': `${path}?page=1`,
  'the last page': ({ rows }: Library) => `${path}?page=${rows / 20}`,
  'a search that few match': `${path}?name=report-7`,
  'one group': ({ group }: Library) => `${path}?group_ids=${group}`,
}

async function main() {
  await using cleanup = new AsyncDisposableStack()
  const bench = await prepare('table', cleanup)
  const { url, database } = await bench.startProduct()

  const sides = {} as Record<keyof typeof sizes, Library>
  for (const [index, name] of (['small', 'large'] as const).entries()) {
    const email = `${name}@example.com`
    const files = sizes[name]
    await seed(database, { organization: index + 1, email, files })
    sides[name] = { rows: files, group: index * 2 + 1, url, token: await bench.tokenOf({ sub: name, email }) }
  }
  process.exitCode = (await comparePages(pages, sides)) ? 0 : 1
}

/** An organisation with one member and so many files in its group. */
function seed(db: Database, { organization, email, files }: { organization: number; email: string; files: number }) {
  const group = organization * 2 - 1
  return execute(db, [
    `INSERT INTO organizations (id, name) VALUES (${organization}, '${email}')`,
    `INSERT INTO groups (id, organization_id, name, type) VALUES
       (${group}, ${organization}, 'Everybody', 'organization'), (${group + 1}, ${organization}, 'Private', 'user')`,
    `INSERT INTO users (organization_id, private_group_id, email, role, language)
       VALUES (${organization}, ${group + 1}, '${email}', 'user', 'en')`,
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${files})
       INSERT INTO files (organization_id, group_id, object_key, name, type, mime_type, size, source, status)
       SELECT ${organization}, ${group}, '${organization}/' || i, 'report-' || i || '.pdf', 'document',
         'application/pdf', 1000, 'upload', 'done' FROM n`,
  ])
}

await main()
