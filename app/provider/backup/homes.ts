import { countRows, dump, type Dumped, load, type Part, type Place, type Scalar } from '~/provider/objects/dump.ts'
import type { Kept, ObjectPart } from '~/provider/objects/stored-object.ts'
import { memberObject } from '~/provider/member/stub.ts'
import { organizationObject } from '~/provider/organization/stub.ts'

/** Where rows are kept: the directory, or the object with a key. */
export type Home = { kind: 'directory' } | { kind: 'member' | 'organization'; key: string }

/** What a home can do for a backup. */
interface Backed {
  dump: (place?: Place) => Promise<Part | ObjectPart>
  load: (kept: Kept) => Promise<number>
  countRows: () => Promise<Record<string, number>>
}

export function homeOf(env: Env, home: Home): Backed {
  if (home.kind === 'directory') return directory(env.DB)
  const object = home.kind === 'member' ? memberObject(env, home) : organizationObject(env, home.key)
  return {
    dump: (place) => object.dump(place),
    load: (kept) => object.load(kept),
    countRows: () => object.countRows(),
  }
}

function directory(DB: D1Database): Backed {
  const dumped: Dumped = {
    run: async (statements) => {
      const results = await DB.batch<Record<string, Scalar>>(
        statements.map(([sql, ...values]) => DB.prepare(sql).bind(...values)),
      )
      return results.map(({ results }) => results)
    },
    // Triggers count the rows of long lists; the addresses of exports open once, and soon no more.
    without: ['d1_migrations', 'list_blocks', 'exports'],
  }
  return {
    dump: (place) => dump(dumped, place),
    load: ({ lines }) => load(dumped, lines),
    countRows: () => countRows(dumped),
  }
}
