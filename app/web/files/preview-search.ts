/** The open preview as part of an address: the file's id and the page it shows. A bad value means no preview, never an error. */
export interface PreviewSearch {
  preview?: number
  page?: number
}

export function previewSearch(search: Record<string, unknown>): PreviewSearch {
  const preview = positive(search.preview)
  const page = positive(search.page)
  return { ...(preview && { preview }), ...(preview && page && { page }) }
}

const positive = (value: unknown) =>
  Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : undefined
