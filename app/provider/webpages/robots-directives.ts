import { robotsToken } from './settings.ts'

const ownName = robotsToken.toLowerCase()

/** Directives of a header or of a `<meta>` that are for every crawler or for us; `otherbot: noindex` is not. */
export function directivesOf(value: string): Set<string> {
  const directives = new Set<string>()
  let forUs = true
  for (const part of value.toLowerCase().split(',')) {
    const [, bot, directive = ''] = /^(?:([\w-]+)\s*:\s*)?([\w-]+)/.exec(part.trim()) ?? []
    if (bot !== undefined && !bot.startsWith('max-') && bot !== 'unavailable_after') forUs = bot === ownName
    if (forUs) directives.add(directive)
  }
  return directives
}

/** Whether directives keep a document out of searches. */
export const forbidsIndex = (directives: Set<string>) => directives.has('noindex') || directives.has('none')

/** Whether an `X-Robots-Tag` does. */
export const isNoindex = (header: string | null) => forbidsIndex(directivesOf(header ?? ''))

/** Whether the `<meta>` of a name speaks to us. */
export const addressesUs = (name = '') => ['robots', ownName].includes(name.toLowerCase())
