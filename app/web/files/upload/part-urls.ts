/** Fetches signed addresses for parts. */
export type FetchAddresses = (numbers: number[]) => Promise<Map<number, string>>

/** Parts addressed by one call: some way ahead, yet not so far that addresses expire before their parts are reached. */
const batchSize = 6

/** The signed addresses of an upload's parts, fetched a few at a time when the first of them is needed. */
export function createAddresses(numbers: readonly number[], fetchBatch: FetchAddresses) {
  type Batch = Promise<Map<number, string>>
  const batches = new Map<number, Batch>()

  function fetchFrom(number: number): Batch {
    const batch = numbers.filter((each) => each >= number && !batches.has(each)).slice(0, batchSize)
    const addresses = fetchBatch(batch)
    for (const each of batch) batches.set(each, addresses)
    addresses.catch(() => forget(addresses))
    return addresses
  }

  function forget(batch: Batch) {
    for (const [number, each] of batches) if (each === batch) batches.delete(number)
  }

  return {
    /** The address of a part; with `refused`, an address that was refused, another one. */
    async of(number: number, refused?: string): Promise<string> {
      const known = batches.get(number)
      // Those that came together also expire together.
      if (known && refused !== undefined && (await known).get(number) === refused) forget(known)
      const address = (await (batches.get(number) ?? fetchFrom(number))).get(number)
      if (address === undefined) throw new Error(`No address for part ${number}`)
      return address
    },
  }
}
