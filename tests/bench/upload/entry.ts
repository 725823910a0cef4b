import { api } from '~/provider/app.ts'
import { type EnvWithDatabase, withDatabase } from '../database-client.ts'

export * from '../../worker/harness/entry.ts'

interface BenchEnv extends EnvWithDatabase {
  STORAGE_URL: string
}

/** The provider, with its database and its bucket at processes of the benchmark. */
export default {
  fetch: (request, env, context) =>
    api.fetch(request, { ...withDatabase(env), FILES: bucketAt(env.STORAGE_URL) }, context),
} satisfies ExportedHandler<BenchEnv>

/** As much of a bucket as an upload in parts and a download need. */
function bucketAt(url: string): R2Bucket {
  const uploadAt = (key: string, uploadId: string) => {
    const address = `${url}/${key}?upload=${uploadId}`
    return {
      uploadPart: async (number: number, body: ReadableStream) =>
        jsonOf(await fetch(`${address}&part=${number}`, { method: 'PUT', body })),
      complete: async (parts: unknown) =>
        jsonOf(await fetch(address, { method: 'PATCH', body: JSON.stringify(parts) })),
    }
  }
  const bucket = {
    createMultipartUpload: async (key: string) => jsonOf(await fetch(`${url}/${key}`, { method: 'POST' })),
    resumeMultipartUpload: uploadAt,
    head: async (key: string) => objectOf(await fetch(`${url}/${key}`, { method: 'HEAD' })),
    get: async (key: string, { range }: { range?: { offset: number; length: number } } = {}) => {
      const headers = new Headers({ 'accept-encoding': 'identity' })
      if (range) headers.set('range', `bytes=${range.offset}-${range.offset + range.length - 1}`)
      return objectOf(await fetch(`${url}/${key}`, { headers }))
    },
  }
  return bucket as unknown as R2Bucket
}

async function jsonOf(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`the storage answers ${response.status}`)
  return response.json()
}

function objectOf(response: Response) {
  if (response.status === 404) return null
  return { size: Number(response.headers.get('x-size')), body: response.body, bytes: () => response.bytes() }
}
