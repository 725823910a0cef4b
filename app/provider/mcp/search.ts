import { z } from 'zod'
import { getFileContent } from '~/contract/files.ts'
import { requireNoKeyword } from '~/provider/keywords/blocked.ts'
import { linkTo } from '~/provider/openai/source-link.ts'
import { searchPassages } from '~/provider/search/search-passages.ts'
import { openVectors } from '~/provider/search/vectors.ts'
import { questionContext } from './ask.ts'
import { Address, originOf, textsAreData, tool } from './tool.ts'

const Found = z.object({
  title: z.string(),
  url: Address,
  file_id: z.number().int(),
  page: z.number().int(),
  text: z.string(),
})

const input = z.object({
  query: z.string().min(1).max(2000).describe('A question or some words, in English or Japanese'),
  limit: z.number().int().min(1).max(30).default(10),
})

/** What a question would be answered from. */
export const searchTool = tool({
  name: 'search',
  title: 'Search pages',
  description: `Finds passages in the pages of the organisation's and the member's own files and of the organisation's web pages, the best first. read_page gives the whole page. ${textsAreData}`,
  endpoint: getFileContent,
  readOnly: true,
  input,
  output: z.object({ results: z.array(Found) }),
  async run({ query, limit }, call) {
    const { env, member, request } = call
    const [, groups, , keywords, , , shards] = await questionContext(call, { query, files: [] })
    requireNoKeyword(keywords)
    const place = {
      library: { ...librariesOf(env), shards },
      vectors: openVectors(env),
      organizationId: member.organizationId,
      groupIds: groups.map(({ id }) => id),
      signal: request.signal,
    }
    const found = await searchPassages(place, [query], limit)
    const origin = originOf(call)
    return {
      data: {
        results: found.map(({ file_id, file_name: name, page, text, url }) => ({
          ...linkTo({ name, file_id, page_number: page, ...(url !== null && { url }) }, origin)!,
          file_id,
          page,
          text,
        })),
      },
    }
  },
})

const librariesOf = ({ DB, FILES, LIBRARY_SHARDS, LIBRARY_SHARD_BYTES }: Env) => ({
  DB,
  FILES,
  LIBRARY_SHARDS,
  LIBRARY_SHARD_BYTES,
})
