import { idIn } from '~/ui/search-params.ts'

/** The open preview as part of an address: the file's id and the page it shows. A bad value means no preview, never an error. */
interface PreviewSearch {
  preview?: number | undefined
  preview_page?: number | undefined
}

export function previewSearch(search: Record<string, unknown>): PreviewSearch {
  const preview = idIn(search.preview)
  // Both keys always: what is not named here would stay in the address as it came.
  return { preview, preview_page: preview && idIn(search.preview_page) }
}
