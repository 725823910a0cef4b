import { z } from 'zod'
import { ApiError } from '~/contract/errors.ts'
import { FileStatus, getFileContent, listFiles as endpoint } from '~/contract/files.ts'
import { readContent } from '~/provider/files/content.ts'
import { listFiles } from '~/provider/files/list.ts'
import { pageAddress } from '~/provider/openai/source-link.ts'
import { Address, originOf, textsAreData, tool } from './tool.ts'

/** Characters of a page that one call gives. */
const mostCharacters = 50_000

const ListedFile = z.object({
  file_id: z.number().int(),
  name: z.string(),
  url: Address,
  pages: z.number().int().nullable(),
  status: FileStatus.describe("Only what is 'done' can be read"),
  updated_at: z.string(),
})

export const listFilesTool = tool({
  name: 'list_files',
  title: 'List files',
  description: 'Lists the files that the member may read, the latest first.',
  endpoint,
  readOnly: true,
  input: z.object({
    name: z.string().max(200).optional().describe('What their names contain'),
    web_pages: z.boolean().default(false).describe("The organisation's web pages, in place of files"),
    page: z.number().int().min(1).max(1_000_000).default(1).describe('Of the list'),
  }),
  output: z.object({
    files: z.array(ListedFile),
    page: z.number().int(),
    pages: z.number().int().describe('Of the list'),
    total: z.number().int(),
  }),
  async run({ name, web_pages, page: wanted }, call) {
    const query = { page: wanted, page_size: 50, name, ...(web_pages && { source_types: 'integration' }) }
    const { data, page, pages, total } = await listFiles({ query }, call)
    const files = data.map((file) => ({
      file_id: file.id,
      name: file.name,
      url: pageAddress(file.id, undefined, originOf(call)),
      pages: file.page_count,
      status: file.status,
      updated_at: file.updated_at,
    }))
    return { data: { files, page, pages, total } }
  },
})

export const readPageTool = tool({
  name: 'read_page',
  title: 'Read a page',
  description: `Reads the text of one page of a file (a sheet, slide or section where a format has no pages). ${textsAreData}`,
  endpoint: getFileContent,
  readOnly: true,
  input: z.object({
    file_id: z.number().int().positive(),
    page: z.number().int().positive().default(1),
    offset: z.number().int().min(0).default(0).describe('The first character that is wanted of a long page'),
  }),
  output: z.object({
    file_id: z.number().int(),
    name: z.string(),
    url: Address,
    page: z.number().int(),
    pages: z.number().int().nullable().describe('How many the file has'),
    text: z.string(),
    next_offset: z.number().int().optional().describe('Where the rest of the page begins, if there is more'),
  }),
  async run({ file_id, page, offset }, call) {
    const { file, pages } = await readContent(file_id, call, page, page)
    const [read] = pages
    if (!read) throw new ApiError('does_not_exist', { entity: 'page' })
    const end = offset + mostCharacters
    return {
      data: {
        file_id,
        name: file.name,
        url: pageAddress(file_id, page, originOf(call)),
        page,
        pages: file.page_count,
        text: read.text.slice(offset, end).toWellFormed(),
        ...(end < read.text.length && { next_offset: end }),
      },
    }
  },
})
