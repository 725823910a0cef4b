import type { Conversation } from '~/contract/conversations.ts'
import type { Paged } from '~/contract/shared.ts'
import { pageJson } from '~/provider/api/page-json.ts'
import { pageNumbers } from '~/provider/api/page-numbers.ts'
import type { Call } from '~/provider/api/serve.ts'
import { conversationsPerCall, type ListQuery, placeOf } from '~/provider/conversations/list.ts'
import { callObject, resultOf } from '~/provider/objects/call.ts'
import { memberObject } from './stub.ts'

/** One page of the caller's conversations, the latest first; with `after`, what follows that place. A long one is written out call by call. */
export async function listConversations(
  query: ListQuery,
  { env, member }: Call,
): Promise<Paged<Conversation> | Response> {
  const read = (part: ListQuery) => resultOf(callObject(async () => memberObject(env, member).listConversations(part)))
  const { data, total } = await read(query)
  const page = { data, ...pageNumbers(total, query) }
  const isWhole = data.length < conversationsPerCall || query.page_size === conversationsPerCall
  return isWhole ? page : pageJson(page, furtherParts(query, data, read))
}

async function* furtherParts(
  query: ListQuery,
  first: Conversation[],
  read: (part: ListQuery) => Promise<{ data: Conversation[] }>,
) {
  let latest = first
  let left = query.page_size - first.length
  while (left > 0 && latest.length === conversationsPerCall) {
    latest = (await read({ ...query, page: 1, page_size: left, after: placeOf(latest.at(-1)!) })).data
    left -= latest.length
    yield latest
  }
}
