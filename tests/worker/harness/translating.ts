import { env } from 'cloudflare:workers'
import type { Attachment } from '~/contract/chat.ts'
import { indexFile } from '~/provider/search/index-file.ts'
import { answered, entriesOf } from './asking.ts'
import { process, uploaded } from './files.ts'
import type { Caller } from './callers.ts'

/** Uploads a file and has it processed. */
export async function processed(caller: Caller, name: string, bytes: Uint8Array | string, groupId?: number) {
  const file = new File([bytes as Uint8Array<ArrayBuffer>], name)
  const { id } = await uploaded(caller, file, groupId === undefined ? '' : `?group_id=${groupId}`)
  await process({ id })
  return id
}

/** Uploads a PDF that was read as these pages: reading one takes longer than all else in a test. */
export async function read(caller: Caller, pdf: Uint8Array, pages: string[]) {
  const file = await uploaded(caller, new File([pdf as Uint8Array<ArrayBuffer>], 'terms.pdf'))
  const texts = pages.map((text, index) => ({ page: index + 1, text }))
  await indexFile(env, file, texts)
  await env.DB.prepare("UPDATE files SET status = 'done' WHERE id = ?").bind(file.id).run()
  return file.id
}

/** Asks for the translation of files; the answer with the files that it made. */
export async function translate(caller: Caller, query: string, files: number[], variables: Partial<Env> = {}) {
  const answer = await answered(caller, { query, files, pipeline: 'file_transformation_ai' }, { variables })
  const attachments = (await entriesOf(caller, answer.conversationId)).at(-1)!.file_attachments
  return { ...answer, attachments }
}

/** The bytes of a file that an answer made. */
export async function bytesOf({ id }: Attachment): Promise<Uint8Array> {
  const row = await env.DB.prepare('SELECT object_key FROM files WHERE id = ?').bind(id).first<{ object_key: string }>()
  return (await env.FILES.get(row!.object_key))!.bytes()
}
