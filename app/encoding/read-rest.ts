/** Bytes that are read although nobody wants them. */
const mostBytes = 64 * 1024

/**
 * Reads what was left of a small body, before its call is answered: the server in front of workerd on one machine, Wrangler's, may lose
 * an answer that overtakes its question's body, so that a caller is told 500 in place of a refusal. A body that does not say how long
 * it is stays unread.
 */
export async function readRest({ body, headers }: Request): Promise<void> {
  const length = headers.get('content-length')
  if (!body || body.locked || length === null || Number(length) > mostBytes) return
  // Whoever has left needs no answer.
  await body.pipeTo(new WritableStream()).catch(() => {})
}
