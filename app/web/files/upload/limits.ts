import { queryOptions } from '@tanstack/react-query'
import type { UploadLimits } from '~/contract/files.ts'
import { m } from '~/paraglide/messages'
import { byteSize } from '~/ui/byte-size.ts'
import { namesOf } from '~/ui/names.ts'
import { toast } from '~/ui/toast.ts'
import { getUploadLimits } from '../files.functions.ts'

/** How many bytes a file may have; that does not change while a page is open. */
export const uploadLimitsQuery = queryOptions({
  queryKey: ['upload-limits'],
  queryFn: ({ signal }) => getUploadLimits({ signal }),
  staleTime: Infinity,
  // Without an answer, be it for want of a connection, files are added all the same.
  networkMode: 'always',
})

/** Drops the files over `limit` bytes with a warning that names it. A limit that is not known is left to the provider. */
export function withinUploadLimit(files: File[], limit = Infinity): File[] {
  const oversized = files.filter(({ size }) => size > limit)
  if (oversized.length > 0)
    toast.error(m.files_too_large({ limit: limitText(limit), names: namesOf(oversized.map(({ name }) => name)) }))
  return files.filter(({ size }) => size <= limit)
}

/** Whether a file is stored but not read, since it is larger than what is read. Pictures, recordings and films have no such limit. */
export const isStoredOnly = ({ type, size }: Pick<File, 'type' | 'size'>, { readable_bytes }: UploadLimits) =>
  size > readable_bytes && !/^(image|audio|video)\//.test(type)

/** A limit in words: without decimals where it has none. */
export const limitText = (bytes: number) => byteSize(bytes, Number.isInteger(bytes / 1024 ** 2) ? 0 : 2)
