import { isDeepStrictEqual } from 'node:util'
import { type Deployment, names, type Part } from './deployment.ts'

/** The id of the database, where there is one by now. */
export async function findDatabase({
  cloudflare,
  suffix,
}: Pick<Deployment, 'cloudflare' | 'suffix'>): Promise<string | undefined> {
  const name = names.database + suffix
  // The platform finds what contains the name.
  const found = await cloudflare.call<{ uuid: string; name: string }[]>('GET', `d1/database?name=${name}&per_page=1000`)
  return found.find((one) => one.name === name)?.uuid
}

export async function database(deployment: Deployment): Promise<Part> {
  const { cloudflare, suffix, settings } = deployment
  const name = names.database + suffix
  const part = { name: `D1 database ${name}` }
  if (await findDatabase(deployment)) return part
  const body = { name, primary_location_hint: settings.location }
  return { ...part, ...making(deployment, () => cloudflare.call('POST', 'd1/database', body)) }
}

export async function bucket(deployment: Deployment): Promise<Part> {
  const { cloudflare, suffix, settings } = deployment
  const name = names.bucket + suffix
  const part = { name: `R2 bucket ${name}` }
  if (await cloudflare.find(`r2/buckets/${name}`)) return part
  const body = { name, locationHint: settings.location }
  return { ...part, ...making(deployment, () => cloudflare.call('POST', 'r2/buckets', body)) }
}

const making = ({ settings: { location } }: Deployment, make: () => Promise<unknown>) => ({
  change: `make it ${location ? `in ${location}` : 'near this machine'}`,
  make: async () => void (await make()),
})

/** Browsers send parts of large files straight to the bucket, and read files from there. */
export async function crossOrigin({ cloudflare, suffix, address }: Deployment): Promise<Part> {
  const path = `r2/buckets/${names.bucket + suffix}/cors`
  const rules = [
    {
      id: 'app',
      allowed: { origins: [address], methods: ['GET', 'PUT'], headers: ['*'] },
      exposeHeaders: ['ETag'],
      maxAgeSeconds: 3600,
    },
  ]
  const part = { name: `CORS of ${names.bucket + suffix}` }
  const found = await cloudflare.find<{ rules: unknown[] }>(path)
  if (isDeepStrictEqual(found?.rules, rules)) return part
  return {
    ...part,
    change: `allow ${address}`,
    make: async () => void (await cloudflare.call('PUT', path, { rules })),
  }
}

export async function queues({ cloudflare, suffix }: Deployment): Promise<Part[]> {
  const wanted = names.queues.map((name) => name + suffix)
  const query = wanted.map((name) => `name=${name}`).join('&')
  const found = (await cloudflare.find<{ queue_name: string }[]>(`queues?${query}`)) ?? []
  return wanted.map((name) => {
    if (found.some(({ queue_name }) => queue_name === name)) return { name: `queue ${name}` }
    const make = async () => void (await cloudflare.call('POST', 'queues', { queue_name: name }))
    return { name: `queue ${name}`, change: 'make it', make }
  })
}

/** The index of search by meaning, and what its queries filter by; none without a model. */
export async function vectors({ cloudflare, suffix, settings }: Deployment): Promise<Part[]> {
  const { embedding_dimensions: dimensions } = settings
  if (!dimensions) return []
  const name = names.index + suffix
  const path = `vectorize/v2/indexes/${name}`
  const part = { name: `Vectorize index ${name}` }
  if (await cloudflare.find(path)) return [part]
  const make = async () => {
    await cloudflare.call('POST', 'vectorize/v2/indexes', { name, config: { dimensions, metric: 'cosine' } })
    for (const propertyName of ['group_id', 'file_id', 'generated'])
      await cloudflare.call('POST', `${path}/metadata_index/create`, { propertyName, indexType: 'number' })
  }
  return [{ ...part, change: `make it, for ${dimensions} dimensions`, make }]
}
