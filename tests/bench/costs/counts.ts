/** What an isolate has used, by name: `front.requests`, `d1.rows_read`, `member.milliseconds` and so on. */
export type Counts = Record<string, number>

let counts: Counts = {}

export function count(name: string, by = 1): void {
  counts[name] = (counts[name] ?? 0) + by
}

/** What was counted in this isolate since it was asked last. */
export function takeCounts(): Counts {
  settle(0)
  const taken = counts
  counts = {}
  return taken
}

type Method = (this: object, ...parameters: unknown[]) => unknown

const patched = new WeakSet<object>()

/** Has calls of these methods seen, of whatever has the same prototype: the platform's own objects cannot be replaced everywhere. */
function watch(
  thing: object,
  seen: Record<string, (call: { self: object; parameters: unknown[]; result: unknown }) => void>,
): void {
  for (const [name, see] of Object.entries(seen)) {
    let owner = thing
    while (!Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner) as object
    const original = Reflect.get(owner, name) as Method & object
    if (patched.has(original)) continue
    const replacement: Method = function (...parameters) {
      const result = original.apply(this, parameters)
      see({ self: this, parameters, result })
      return result
    }
    patched.add(replacement)
    Object.defineProperty(owner, name, { value: replacement, configurable: true, writable: true })
  }
}

/** Counts what is asked of D1, R2 and the queue by these bindings, and what is logged. */
export function countBindings({ DB, FILES, JOBS }: Env): void {
  watch(DB.withSession(), {
    // All methods of D1 end here, those too whose result says nothing of rows.
    _sendOrThrow({ result }) {
      count('d1.trips')
      void (result as Promise<D1Meta | D1Meta[]>).then((answers) => [answers].flat().forEach(countStatement), ignore)
    },
  })
  watch(FILES, {
    get: () => count('r2.class_b'),
    head: () => count('r2.class_b'),
    put({ result }) {
      count('r2.class_a')
      void (result as Promise<R2Object>).then(({ size }) => count('r2.bytes', size), ignore)
    },
    list: () => count('r2.class_a'),
    createMultipartUpload: () => count('r2.class_a'),
  })
  watch(JOBS, {
    send: () => count('queue.messages'),
    sendBatch: ({ parameters: [messages] }) => count('queue.messages', [...(messages as Iterable<unknown>)].length),
  })
  const log = ({ parameters: [line] }: { parameters: unknown[] }) => {
    count('log.lines')
    count('log.bytes', String(line).length)
  }
  watch(console, { log, info: log, warn: log, error: log })
}

function countStatement({ meta }: D1Meta): void {
  count('d1.statements')
  count('d1.rows_read', meta.rows_read)
  count('d1.rows_written', meta.rows_written)
  count('d1.milliseconds', meta.duration)
}

interface D1Meta {
  meta: { rows_read: number; rows_written: number; duration: number }
}

const ignore = () => {}

/** Which object a part of its storage belongs to. */
const homes = new WeakMap<object, string>()
const open: { cursor: SqlStorageCursor<Record<string, SqlStorageValue>>; home: string }[] = []

/** Counts the rows of the oldest statements until so many are left: the latest may still be read. */
function settle(left: number): void {
  for (const { cursor, home } of open.splice(0, Math.max(0, open.length - left))) {
    count(`${home}.rows_read`, cursor.rowsRead)
    count(`${home}.rows_written`, cursor.rowsWritten)
  }
}

function countStorage({ id, storage }: DurableObjectState, home: string): void {
  ids.set(id.toString(), home)
  for (const part of [storage, storage.sql, storage.kv]) homes.set(part, home)
  const row = (name: 'rows_read' | 'rows_written') => (call: { self: object }) =>
    count(`${homes.get(call.self)}.${name}`)
  watch(storage.sql, {
    exec({ self, result }) {
      count('storage.calls')
      open.push({ cursor: result as (typeof open)[number]['cursor'], home: homes.get(self)! })
      if (open.length > 1000) settle(100)
    },
  })
  watch(storage.kv, { get: row('rows_read'), put: row('rows_written'), delete: row('rows_written') })
  watch(storage, { setAlarm: row('rows_written') })
}

/** The objects of this isolate, and what each is. */
const ids = new Map<string, string>()
const clock = Date.now

/** Lets a day pass for every object: what is forgotten or put away by an alarm is, and what it has stored is counted. */
export async function letADayPass(env: Env): Promise<void> {
  Date.now = () => clock() + 25 * 60 * 60 * 1000
  try {
    for (const [id, home] of ids) {
      const [binding] = Object.entries(objects).find(([, each]) => each === home)!
      const namespace = env[binding as keyof typeof objects] as unknown as DurableObjectNamespace
      const stub = namespace.get(namespace.idFromString(id)) as unknown as { letADayPass: () => Promise<void> }
      await stub.letADayPass()
    }
  } finally {
    Date.now = clock
  }
}

/** How long an object has had something to do: the platform bills its time, whatever it does in it. */
const busy = new WeakMap<object, { calls: number; since: number; home: string }>()

function begin(ctx: object): () => void {
  const activity = busy.get(ctx)!
  if (activity.calls++ === 0) activity.since = Date.now()
  return () => {
    if (--activity.calls === 0) count(`${activity.home}.milliseconds`, Date.now() - activity.since)
  }
}

type ObjectClass = new (ctx: DurableObjectState, env: Env) => object

/** The class of an object that counts its rows, its alarms, and the milliseconds in which it is not at rest. */
export function countedClass<Base extends ObjectClass>(home: string, Class: Base): Base {
  const Plain = Class as unknown as ObjectClass
  class Counted extends Plain {
    constructor(ctx: DurableObjectState, env: Env) {
      countBindings(env)
      countStorage(ctx, home)
      busy.set(ctx, { calls: 0, since: 0, home })
      watch(ctx, { waitUntil: ({ self, parameters: [work] }) => during(self, work) })
      super(ctx, countedObjects(env))
    }

    async letADayPass() {
      const { alarm, ctx } = this as unknown as { alarm?: () => Promise<void>; ctx: DurableObjectState }
      await alarm?.call(this)
      count(`${home}.bytes`, ctx.storage.sql.databaseSize)
    }
  }
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(Plain.prototype))) {
    if (typeof value !== 'function' || name === 'constructor') continue
    const method: Method = function (...parameters) {
      if (name === 'alarm') count(`${home}.alarms`)
      return during((this as { ctx: object }).ctx, (value as Method).apply(this, parameters))
    }
    Object.defineProperty(Counted.prototype, name, { value: method, configurable: true, writable: true })
  }
  return Counted as unknown as Base
}

function during<Result>(ctx: object, work: Result): Result {
  if (!(work instanceof Promise)) return work
  const end = begin(ctx)
  work.then(end, end)
  return work
}

const objects = {
  MEMBERS: 'member',
  ORGANIZATIONS: 'organization',
  LIBRARY_SHARDS: 'library',
  ANALYSIS_TABLES: 'analysis',
} as const

/** The bindings, with each call of an object counted where it is made: what an object calls of its own is none. */
export function countedObjects<E extends Env>(env: E): E {
  const counted = Object.entries(objects).map(([name, home]) => {
    const namespace = env[name as keyof typeof objects] as unknown as DurableObjectNamespace
    return [name, proxied(namespace, (stub) => proxied(stub as object, undefined, () => count(`${home}.requests`)))]
  })
  const READER = proxied(env.READER, undefined, () => count('reader.calls'))
  return { ...env, ...Object.fromEntries(counted), READER }
}

/** A thing whose methods' results are taken through `give`, after `seen`. */
const proxied = <T extends object>(
  thing: T,
  give: (result: unknown) => unknown = (result) => result,
  seen = ignore,
): T =>
  new Proxy(thing, {
    get(_, name) {
      const member = Reflect.get(thing, name) as unknown
      if (typeof member !== 'function' || typeof name === 'symbol') return member
      return (...parameters: unknown[]) => {
        seen()
        const result = Reflect.apply(member, thing, parameters) as unknown
        return name.startsWith('id') ? result : give(result)
      }
    },
  })
