/** The open preview as part of an address: the file's id and the page it shows. A bad value means no preview, never an error. */
interface PreviewSearch {
  preview?: number | undefined
  preview_page?: number | undefined
}

export function previewSearch(search: Record<string, unknown>): PreviewSearch {
  const preview = positive(search.preview)
  // Both keys always: what is not named here would stay in the address as it came.
  return { preview, preview_page: preview && positive(search.preview_page) }
}

const positive = (value: unknown) =>
  Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : undefined
