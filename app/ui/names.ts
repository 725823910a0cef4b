import { m } from '~/paraglide/messages'
import { getLocale } from '~/paraglide/runtime'

const mostNamed = 4

/** Some names as one phrase: the first four, and how many more. */
export function namesOf(names: readonly string[]): string {
  const named = names.slice(0, mostNamed)
  const rest = names.length - named.length
  if (rest > 0) named.push(m.names_more({ count: rest }))
  return new Intl.ListFormat(getLocale(), { type: 'unit' }).format(named)
}
