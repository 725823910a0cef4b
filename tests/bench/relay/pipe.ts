import { compatibility, start } from '../workers.ts'

/**
 * The floors: pipes what the model's service sends, and does nothing else. At `/` workerd passes the bytes on by itself; at
 * `/pieces` each piece goes through JavaScript, unread, which is the least of whatever looks at an answer.
 */
export const startPipe = (modelUrl: string) =>
  start({
    ...compatibility,
    modules: true,
    script: `export default {
      async fetch(request) {
        const upstream = await fetch('${modelUrl}/chat/completions', { method: 'POST', body: await request.text() })
        const byPieces = new URL(request.url).pathname === '/pieces'
        const body = byPieces ? inPieces(upstream.body) : upstream.body
        return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
      }
    }

    function inPieces(body) {
      const { readable, writable } = new IdentityTransformStream()
      const writer = writable.getWriter()
      const pass = async () => {
        for await (const piece of body) await writer.write(piece)
        await writer.close()
      }
      pass()
      return readable
    }`,
  })
