import type { TextLanguage } from './languages.ts'
import type { Passage } from './passages.ts'
import { lookUp, normalized, type Terms } from './terms.ts'
import { translateByRules, wordKey } from './translate-by-rules.ts'

/** Translations by the source of a passage. */
export type Translations = Map<string, string>

/** What the organisation's memory has word for word. */
export function recall(passages: Passage[], to: TextLanguage, { memory }: Terms): Translations {
  const known = lookUp(memory, to, normalized)
  return new Map(
    passages.flatMap(({ source, plain }) => {
      const translation = known.get(normalized(plain))
      return translation === undefined ? [] : [[source, translation]]
    }),
  )
}

/** What rules and the glossary translate as a whole, each span by itself. */
export function translateBuiltin(passages: Passage[], to: TextLanguage, { glossary }: Terms): Translations {
  const words = lookUp(glossary, to, wordKey)
  return new Map(
    passages.flatMap(({ source, spans }) => {
      const texts = spans.map((text) => (text.trim() === '' ? text : translateByRules(text, to, words)))
      if (texts.some((text) => text === undefined)) return []
      return [
        [source, spans.length === 1 ? texts[0]! : texts.map((text, n) => `<${n + 1}>${text}</${n + 1}>`).join('')],
      ]
    }),
  )
}
