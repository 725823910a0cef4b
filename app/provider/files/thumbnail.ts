import { ApiError } from '~/contract/errors.ts'
import type { Call } from '~/provider/api/serve.ts'
import { findReadableFile } from './stored-file.ts'

/** Where a file's thumbnail is in the bucket: beside its bytes. */
export const thumbnailKey = (file: { object_key: string }) => `${file.object_key}/thumbnail`

/**
 * The small picture of an image or a first page.
 * @returns WebP in base64
 * @throws ApiError `does_not_exist`, with the entity `thumbnail` where a file that the member may read has none
 */
export async function thumbnailOf(id: number, { env, db, member }: Call): Promise<{ thumbnail: string }> {
  const file = await findReadableFile(db, member, id)
  const object = file.has_thumbnail ? await env.FILES.get(thumbnailKey(file)) : null
  if (!object) throw new ApiError('does_not_exist', { entity: 'thumbnail' })
  return { thumbnail: Buffer.from(await object.arrayBuffer()).toString('base64') }
}
