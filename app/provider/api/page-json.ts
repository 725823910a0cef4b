import type { Paged } from '~/contract/shared.ts'

/**
 * A page as JSON that is written while it is read: `page.data` first, then each list of `further`. An error on the way breaks
 * the response off, so that nobody takes half a page for a whole one.
 */
export function pageJson<Item>(page: Paged<Item>, further: AsyncIterable<Item[]>): Response {
  const written = pieces(page, further)
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await written.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: async () => void (await written.return(undefined)),
  })
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}

async function* pieces<Item>({ data, ...rest }: Paged<Item>, further: AsyncIterable<Item[]>) {
  yield `{"data":[${listed(data)}`
  for await (const items of further) if (items.length > 0) yield `,${listed(items)}`
  yield `],${JSON.stringify(rest).slice(1)}`
}

const listed = (items: unknown[]) => JSON.stringify(items).slice(1, -1)
