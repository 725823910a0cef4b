import { localStore } from '~/ui/browser-storage.ts'
import { idempotent } from '~/web/api/idempotency.ts'
import { addressUploadParts, deleteFile, getUploadParts, reserveUpload, validateUpload } from '../files.functions.ts'
import { browserConnection } from './connection.ts'
import { createUploadMemory } from './memory.ts'
import { createPartsSender, type PartsApi } from './send-parts.ts'
import { putPart } from './put-part.ts'
import type { Sending } from './queue.ts'
import { sendInSight } from './upload-locks.ts'

const api: PartsApi = {
  reserve: async ({ file: { name, size }, groupId, source }, key) => {
    const data = { group_id: groupId, file_name: name, file_size: size, source_type: source }
    return (await reserveUpload({ data, headers: idempotent(key) })).file.id
  },
  arrived: (id) => getUploadParts({ data: { id } }),
  address: async (id, numbers) => {
    const { parts } = await addressUploadParts({ data: { id, numbers } })
    return new Map(parts.map(({ number, url }) => [number, url]))
  },
  validate: (id) => validateUpload({ data: { id } }),
  remove: (id) => deleteFile({ data: { id } }),
}

const { send, discard } = createPartsSender({
  api,
  put: putPart,
  memory: createUploadMemory(localStore),
  connection: browserConnection,
})

/** The large uploads of this page view. Its code is loaded with the first of them. */
export const largeUploads = { send: (upload: Sending) => sendInSight(upload, send), discard }
