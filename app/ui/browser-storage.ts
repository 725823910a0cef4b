/** What a page keeps by name. It never fails: what the browser forbids, or has no room for, is kept for as long as the page is. */
export interface BrowserStorage {
  get(name: string): string | null
  set(name: string, value: string): void
  remove(name: string): void
  names(): string[]
}

/** @param open gives the browser's own storage, whose mere mention throws where it is forbidden */
export function createBrowserStorage(open: () => Storage): BrowserStorage {
  /** What the browser has not taken. */
  const unstored = new Map<string, string>()
  const attempt = <Result>(use: (storage: Storage) => Result): Result | undefined => {
    try {
      return use(open())
    } catch {
      return undefined
    }
  }
  return {
    get: (name) => unstored.get(name) ?? attempt((storage) => storage.getItem(name)) ?? null,
    set(name, value) {
      const isStored = attempt((storage) => (storage.setItem(name, value), true))
      if (isStored) unstored.delete(name)
      else unstored.set(name, value)
    },
    remove(name) {
      unstored.delete(name)
      attempt((storage) => storage.removeItem(name))
    },
    names: () => [...new Set([...(attempt((storage) => Object.keys(storage)) ?? []), ...unstored.keys()])],
  }
}

/** This browser's, for all its tabs and beyond them. */
export const localStore = createBrowserStorage(() => localStorage)
/** This tab's, over its reloads. */
export const tabStore = createBrowserStorage(() => sessionStorage)
