import type { Home, Trips } from './trips.ts'

/** Which home the Durable Objects of a binding are. */
const homes: Record<string, Home> = {
  MEMBERS: 'member',
  ORGANIZATIONS: 'organization',
  LIBRARY_SHARDS: 'library',
}

/** The bindings of Durable Objects, each call of an object being a trip. */
export const countedObjects = (env: Env, trips: Trips): Partial<Env> =>
  Object.fromEntries(
    Object.entries(homes).flatMap(([name, home]) => {
      const namespace = (env as unknown as Record<string, DurableObjectNamespace | undefined>)[name]
      return namespace ? [[name, countedNamespace(namespace, (call) => trips.take(home, call))]] : []
    }),
  )

type Take = <Result>(call: () => PromiseLike<Result>) => PromiseLike<Result>

const countedNamespace = (namespace: DurableObjectNamespace, take: Take) =>
  new Proxy(namespace, {
    get(_, name: keyof DurableObjectNamespace) {
      const member = namespace[name] as unknown
      if (typeof member !== 'function') return member
      const gives =
        name === 'get' || name === 'getByName' ? (stub: object) => countedStub(stub, take) : (id: object) => id
      return (...parameters: unknown[]) => gives(Reflect.apply(member, namespace, parameters) as object)
    },
  })

const countedStub = (stub: object, take: Take) =>
  new Proxy(stub, {
    get(_, name) {
      const member = Reflect.get(stub, name) as unknown
      if (typeof member !== 'function' || typeof name === 'symbol') return member
      return (...parameters: unknown[]) => take(() => Reflect.apply(member, stub, parameters) as PromiseLike<unknown>)
    },
  })
