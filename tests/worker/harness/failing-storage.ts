/**
 * Storage of which one call fails: of D1, an object, R2 or the queue, wherever it is made, in the Worker, in a job or in an object. The
 * calls are counted, so that each in turn can be the one; and they can be held, so that they are made in an order of a test's.
 */

/** Whether the call that fails has done nothing, or all, and its caller does not hear of it. */
export type Way = 'before' | 'after'

/** What a call of the storage says that fails: it may pass at once, or is not known. */
export type Words = 'lost' | 'broken'

export interface Failure {
  /** Which call fails, from 1, or the first whose name begins so; none where left out. */
  at?: number | string
  way: Way
  words: Words
}

interface Watch extends Failure {
  sites: string[]
  jobs: Queue
}

/** Lets a call pass once it resolves. */
type Gate = (site: string) => Promise<void>

/** Objects are made by another copy of this module, in the same isolate. */
const shared = globalThis as { watchedStorage?: Watch | undefined; storageGate?: Gate | undefined }

/** Has each call of the storage pass a gate before it is made, and once more before its caller has the answer. */
export function holdAt(gate: Gate | undefined): void {
  shared.storageGate = gate
}

/** Does something while the storage fails so, and gives the calls that it made, by name. */
export async function whileFailing(failure: Failure, jobs: Queue, work: () => Promise<void>): Promise<string[]> {
  const watch: Watch = { ...failure, sites: [], jobs }
  shared.watchedStorage = watch
  try {
    await work()
  } finally {
    shared.watchedStorage = undefined
  }
  return watch.sites
}

const messages: Record<Words, string> = {
  lost: 'Network connection lost.',
  broken: 'internal error; reference = 0123456789',
}

async function watched<Result>(site: string, call: () => PromiseLike<Result>): Promise<Result> {
  await shared.storageGate?.(site)
  try {
    return await counted(site, call)
  } finally {
    await shared.storageGate?.(`${site}, answered`)
  }
}

async function counted<Result>(site: string, call: () => PromiseLike<Result>): Promise<Result> {
  const watch = shared.watchedStorage
  if (!watch) return call()
  watch.sites.push(site)
  const { at, sites } = watch
  const isTheOne = typeof at === 'string' ? sites.findIndex((name) => name.startsWith(at)) : Number(at) - 1
  if (isTheOne !== sites.length - 1) return call()
  if (watch.way === 'after') {
    const result = (await call()) as { body?: ReadableStream | null } | undefined
    if (result instanceof Response) await result.body?.cancel()
  }
  throw Object.assign(new Error(messages[watch.words]), { retryable: watch.words === 'lost' })
}

/** The bindings, each of whose calls is counted and may fail. */
export function failing(env: Env): Env {
  const wrapped: Record<string, unknown> = {
    DB: failingDatabase(env.DB),
    FILES: failingObject('FILES', env.FILES, ['resumeMultipartUpload']),
    JOBS: {
      send: (...sent: [unknown]) => watched('JOBS.send', () => (shared.watchedStorage?.jobs ?? env.JOBS).send(...sent)),
    },
    ...Object.fromEntries(
      ['MEMBERS', 'ORGANIZATIONS', 'LIBRARY_SHARDS', 'ANALYSIS_TABLES'].map((name) => [
        name,
        failingNamespace(name, env),
      ]),
    ),
  }
  return new Proxy(env, {
    get: (_, name) => (typeof name === 'string' && wrapped[name]) || Reflect.get(env, name),
    getOwnPropertyDescriptor: (_, name) => {
      const own = Reflect.getOwnPropertyDescriptor(env, name)
      return own && typeof name === 'string' && wrapped[name] ? { ...own, value: wrapped[name] } : own
    },
  })
}

/** A class of Durable Objects whose own bindings fail as well. */
export const withFailing = <Class extends new (ctx: DurableObjectState, env: Env) => object>(base: Class): Class =>
  class extends (base as new (ctx: DurableObjectState, env: Env) => object) {
    constructor(ctx: DurableObjectState, env: Env) {
      super(ctx, failing(env))
    }
  } as Class

function failingDatabase(database: D1Database): D1Database {
  const own = new WeakMap<object, D1PreparedStatement>()
  const statementOf = (statement: D1PreparedStatement, query: string): D1PreparedStatement => {
    const send =
      (name: 'first' | 'run' | 'all' | 'raw') =>
      (...options: []) =>
        watched(`DB ${query.trim().replaceAll(/\s+/g, ' ').slice(0, 40)}`, () =>
          (statement[name] as (...options: []) => Promise<unknown>)(...options),
        )
    const wrapped = {
      bind: (...values: unknown[]) => statementOf(statement.bind(...values), query),
      first: send('first'),
      run: send('run'),
      all: send('all'),
      raw: send('raw'),
    } as unknown as D1PreparedStatement
    own.set(wrapped, statement)
    return wrapped
  }
  const open = (session: D1Database | D1DatabaseSession) => ({
    prepare: (query: string) => statementOf(session.prepare(query), query),
    batch: (statements: D1PreparedStatement[]) =>
      watched(`DB batch of ${statements.length}`, () =>
        session.batch(statements.map((statement) => own.get(statement) ?? statement)),
      ),
  })
  return {
    ...open(database),
    withSession: (constraint: string) => {
      const session = database.withSession(constraint)
      return { ...open(session), getBookmark: () => session.getBookmark() }
    },
  } as unknown as D1Database
}

const failingNamespace = (binding: string, env: Env) => {
  const namespace = (env as unknown as Record<string, DurableObjectNamespace>)[binding]!
  return new Proxy(namespace, {
    get(_, name: keyof DurableObjectNamespace) {
      const member = namespace[name] as unknown
      if (typeof member !== 'function') return member
      return (...parameters: unknown[]) => {
        const given = Reflect.apply(member, namespace, parameters) as object
        return name === 'get' || name === 'getByName' ? failingObject(binding, given) : given
      }
    },
  })
}

/** Something whose every method is a call of the storage, but for those that only open another such thing. */
function failingObject<Target extends object>(binding: string, target: Target, opens: string[] = []): Target {
  return new Proxy(target, {
    get(_, name) {
      const member = Reflect.get(target, name) as unknown
      if (typeof member !== 'function' || typeof name === 'symbol') return member
      if (opens.includes(name))
        return (...parameters: unknown[]) => failingObject(binding, Reflect.apply(member, target, parameters) as object)
      return (...parameters: unknown[]) =>
        watched(`${binding}.${name}`, () => Reflect.apply(member, target, parameters) as PromiseLike<unknown>)
    },
  })
}
