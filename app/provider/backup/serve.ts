import { timingSafeEqual } from 'node:crypto'
import { sha256 } from '~/provider/objects/sha256.ts'
import { read, write, writePart, type Upload, type Written } from './bytes.ts'
import { calls } from './calls.ts'

/** Answers who knows the token: `POST /<call>` for {@link calls}, and bytes as they are, there and back. */
export async function serveBackup(request: Request, env: Env, token: string): Promise<Response> {
  if (!isKnown(request, token)) return new Response(null, { status: 401 })
  const { pathname, searchParams } = new URL(request.url)
  const name = pathname.slice(1)
  const about = <T>() => JSON.parse(searchParams.get('about') ?? '{}') as T
  if (request.method === 'POST' && Object.hasOwn(calls, name)) {
    const call = calls[name as keyof typeof calls] as (env: Env, input: unknown) => unknown
    return Response.json((await call(env, await request.json())) ?? {})
  }
  if (request.method === 'GET' && name === 'bytes') return read(env.FILES, about<{ key: string }>().key)
  if (request.method === 'PUT' && name === 'bytes') {
    const { sha256, ...object } = about<Written & { sha256: string }>()
    await write(env.FILES, object, { body: request.body ?? '', sha256 })
    return Response.json({})
  }
  if (request.method === 'PUT' && name === 'part') {
    return Response.json(await writePart(env.FILES, about<Upload & { number: number }>(), request.body ?? ''))
  }
  return new Response(null, { status: 404 })
}

/** Compared by their digests, which takes the same time whatever was sent. */
const isKnown = (request: Request, token: string) =>
  token !== '' &&
  timingSafeEqual(
    Buffer.from(sha256(request.headers.get('authorization') ?? '')),
    Buffer.from(sha256(`Bearer ${token}`)),
  )
