import { compatibility, type RunningWorker, start } from '../workers.ts'

/**
 * R2 in a process of its own, over HTTP: what its local stand-in takes of memory is not the Worker's that is measured.
 * POST begins an upload, PUT takes a part, PATCH completes, HEAD and GET read.
 */
export const startStorage = (state: string): Promise<RunningWorker> =>
  start({
    ...compatibility,
    modules: true,
    script: `export default {
      async fetch(request, env) {
        const { pathname, searchParams } = new URL(request.url)
        const upload = () => env.FILES.resumeMultipartUpload(pathname, searchParams.get('upload'))
        switch (request.method) {
          case 'POST':
            return Response.json(await env.FILES.createMultipartUpload(pathname))
          case 'PUT':
            return Response.json(await upload().uploadPart(Number(searchParams.get('part')), request.body))
          case 'PATCH':
            return Response.json({ size: (await upload().complete(await request.json())).size })
        }
        const range = request.headers.has('range') ? { range: request.headers } : undefined
        const object = await env.FILES.get(pathname, range)
        if (!object) return new Response(null, { status: 404 })
        const headers = { 'x-size': String(object.size) }
        if (request.method === 'HEAD') await object.body.cancel()
        return new Response(request.method === 'HEAD' ? null : object.body, { headers })
      }
    }`,
    r2Buckets: ['FILES'],
    resourcePersistencePath: state,
  })

/** The floor: passes requests to the storage, and does nothing else. */
export const startFloor = (storageUrl: string): Promise<RunningWorker> =>
  start({
    ...compatibility,
    modules: true,
    script: `export default {
      fetch(request) {
        const { pathname, search } = new URL(request.url)
        return fetch(new Request('${storageUrl}' + pathname + search, request))
      }
    }`,
  })
