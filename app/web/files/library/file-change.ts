import type { StoredFile } from '~/contract/files.ts'

/** What a member can write about a file. */
export interface FileText {
  name: string
  description: string
}

export const textOf = ({ name, properties }: Pick<StoredFile, 'name' | 'properties'>): FileText => ({
  name,
  description: properties.description ?? '',
})

/** Whether a file has a description of its own: what is said of a crawled page is the site's. */
export const isDescribable = ({ source_type }: Pick<StoredFile, 'source_type'>) => source_type !== 'integration'

/**
 * What is sent to change a file into what was typed, trimmed: the name only if there is one, the description of all
 * but crawled pages. Undefined where nothing has changed.
 */
export function changeOf(
  file: Pick<StoredFile, 'name' | 'properties' | 'source_type'>,
  typed: FileText,
): Partial<FileText> | undefined {
  const stored = textOf(file)
  const name = typed.name.trim()
  const description = typed.description.trim()
  const newName = name !== stored.name
  const newDescription = isDescribable(file) && description !== stored.description
  if (!newName && !newDescription) return undefined
  return { ...(newName && name !== '' && { name }), ...(newDescription && { description }) }
}
