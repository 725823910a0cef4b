import type { Paged } from '~/contract/shared.ts'
import { textStream } from './text-stream.ts'

/** A page as JSON that is written while it is read: `page.data` first, then each list of `further`. */
export const pageJson = <Item>(page: Paged<Item>, further: AsyncIterable<Item[]>): Response =>
  new Response(textStream(pieces(page, further), 'list_failed'), { headers: { 'content-type': 'application/json' } })

async function* pieces<Item>({ data, ...rest }: Paged<Item>, further: AsyncIterable<Item[]>): AsyncGenerator<string> {
  yield `{"data":[${listed(data)}`
  for await (const items of further) if (items.length > 0) yield `,${listed(items)}`
  yield `],${JSON.stringify(rest).slice(1)}`
}

const listed = (items: unknown[]) => JSON.stringify(items).slice(1, -1)
