import { m } from '~/paraglide/messages'
import { getLocale } from '~/paraglide/runtime'

const mostNamed = 4

/** The names of some files as one phrase: the first four, and how many more. */
export function namesOf(files: readonly { name: string }[]): string {
  const named = files.slice(0, mostNamed).map(({ name }) => name)
  const rest = files.length - named.length
  if (rest > 0) named.push(m.files_more_names({ count: rest }))
  return new Intl.ListFormat(getLocale(), { type: 'unit' }).format(named)
}
