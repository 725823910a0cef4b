interface WithDelay {
  /** Milliseconds, as a variable of the Worker. */
  DELAY: string
}

type Send = <Result>(call: () => Promise<Result>) => Promise<Result>

/** A Worker's environment of which D1 and each object are as far away as its variable `DELAY` says. */
export function delayed<E extends WithDelay>(env: E): E {
  const delay = Number(env.DELAY)
  if (delay === 0) return env
  const send: Send = (call) => new Promise((resolve) => setTimeout(resolve, delay)).then(call)
  const bindings = Object.entries(env).map(([name, binding]) => [name, delayedBinding(binding, send)])
  return Object.fromEntries(bindings) as E
}

/** The class of an object that is as far from D1 and from other objects. */
export const delayedObject = <E extends WithDelay>(
  Base: new (state: DurableObjectState, env: E) => object,
): new (state: DurableObjectState, env: E) => object =>
  class extends Base {
    constructor(state: DurableObjectState, env: E) {
      super(state, delayed(env))
    }
  }

function delayedBinding(binding: unknown, send: Send): unknown {
  if (typeof binding !== 'object' || binding === null) return binding
  if ('idFromName' in binding) return delayedNamespace(binding as DurableObjectNamespace, send)
  if ('prepare' in binding) return delayedDatabase(binding as D1Database, send)
  return binding
}

/** Each statement and each batch waits. */
function delayedDatabase(database: D1Database | D1DatabaseSession, send: Send): object {
  const prepared = new WeakMap<object, D1PreparedStatement>()
  const wrapped = (statement: D1PreparedStatement): object => {
    const waiting = {
      bind: (...values: unknown[]) => wrapped(statement.bind(...values)),
      first: (...column: [string]) => send(() => statement.first(...column)),
      run: () => send(() => statement.run()),
      all: () => send(() => statement.all()),
      raw: (...options: []) => send(() => statement.raw(...options)),
    }
    prepared.set(waiting, statement)
    return waiting
  }
  return {
    prepare: (query: string) => wrapped(database.prepare(query)),
    batch: (statements: object[]) => send(() => database.batch(statements.map((each) => prepared.get(each)!))),
    getBookmark: () => ('getBookmark' in database ? database.getBookmark() : null),
    withSession: (constraint: string) => delayedDatabase((database as D1Database).withSession(constraint), send),
  }
}

const delayedNamespace = (namespace: DurableObjectNamespace, send: Send) =>
  new Proxy(namespace, {
    get(_, name) {
      const member = Reflect.get(namespace, name) as (...parameters: unknown[]) => object
      const gives =
        name === 'get' || name === 'getByName' ? (stub: object) => delayedStub(stub, send) : (id: object) => id
      return (...parameters: unknown[]) => gives(Reflect.apply(member, namespace, parameters))
    },
  })

/** Each call waits. */
const delayedStub = (stub: object, send: Send) =>
  new Proxy(stub, {
    get(_, name) {
      const member = Reflect.get(stub, name) as unknown
      if (typeof member !== 'function' || typeof name === 'symbol') return member
      return (...parameters: unknown[]) => send(async () => Reflect.apply(member, stub, parameters) as unknown)
    },
  })
