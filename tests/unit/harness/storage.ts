/** A browser's storage, with its names as own keys as in a browser. */
export function storageDouble(): Storage {
  const items = (): Record<string, string> => storage as unknown as Record<string, string>
  const methods = {
    getItem: (name: string) => items()[name] ?? null,
    setItem: (name: string, value: string) => void (items()[name] = value),
    removeItem: (name: string) => void delete items()[name],
  }
  const storage = Object.create({ ...methods }) as Storage
  return storage
}
