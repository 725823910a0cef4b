/** What says that words follow as they are written. 'Term' is not among them: contracts have terms. */
const wordNoun = '(?:words?|phrases?|expressions?|keywords?)'
const sectionNoun = '(?:sections?|headings?|chapters?|clauses?|articles?)'
const word = String.raw`[\p{L}\p{N}][\p{L}\p{N}'’&-]*`
const words = String.raw`${word}(?:\s+${word}){0,3}`
const list = String.raw`${words}(?:,\s+${words})*(?:,?\s+(?:and|or)\s+${words})?`
const where = String.raw`(?:\s+(?:anywhere|in (?:the|this|any|every|each|a) (?:text|document|file|contract|report)))?`
const modal = String.raw`\s+(?:must|shall|should|may|can|cannot|has to|have to|needs? to|is|are)\b`

const titled = String.raw`(?<=\b${sectionNoun}\s+(?:named|called|titled|entitled|headed)\s+)`

/** Words that are part of the sentence: with one of them among the words, it is not clear where these end. */
const ofSentence =
  /^(?:of|in|on|at|to|by|for|with|from|as|if|unless|when|where|which|that|than|before|after|is|are|be|must|shall|should|may|not|used|such|only|other|correctly|\w+ly)$/i

/** Where words stand without quotation marks, though the rule says that it means the words. */
const english: RegExp[] = [
  new RegExp(String.raw`(?<=\b${wordNoun}\s+)(${list})(?=${where}\.?$)`, 'iu'),
  new RegExp(String.raw`(?<=\b${wordNoun}\s+)(${list})(?=${modal})`, 'iu'),
  new RegExp(String.raw`${titled}(${list})(?=${modal})`, 'iu'),
  new RegExp(String.raw`${titled}(${list})(?=${where}\.?$)`, 'iu'),
  // 'must have a Data protection section': only a capital letter tells a name from a description.
  new RegExp(
    String.raw`(?<=\b(?:have|has|contain|contains|include|includes|be)\s+an?\s+)(\p{Lu}[\p{L}\p{N}'’&-]*(?:\s+${word}){0,3}?)(?=\s+(?:section|heading|chapter)${where}\.?$)`,
    'u',
  ),
]

const jaName = '[^、。はにもで「」『』"“”\\s]{1,30}?'
const japanese: RegExp[] = [
  new RegExp(
    `(?<=^|[、はにもで])(${jaName})(?=(?:という|といった)(?:語|用語|単語|言葉|文言|表現|表記|文字|キーワード|見出し|章|節|条項|項目|セクション))`,
    'u',
  ),
  /(?<=^|[、はにもで])([\p{Script=Han}\p{Script=Katakana}ー]{1,20})(?=の(?:章|節|見出し|セクション)[をがは])/u,
]

/**
 * A rule with quotation marks around the words that it means as they are written: `must not contain the word confidential`,
 * `機密という語を含まないこと`. As it is where it has quotation marks, and where it is not clear which words it means.
 */
export function withQuotedWords(rule: string): string {
  if (/["“”「」『』]/.test(rule)) return rule
  for (const form of english) {
    const found = form.exec(rule)?.[1]
    if (found && !found.split(/[\s,]+/).some((one) => ofSentence.test(one))) {
      return rule.replace(form, found.replace(new RegExp(words, 'gu'), quotedUnlessJoining))
    }
  }
  const form = japanese.find((one) => one.test(rule))
  return form ? rule.replace(form, '「$1」') : rule
}

/** In a list, `and` and `or` stand between the words. */
const quotedUnlessJoining = (found: string) =>
  found
    .split(/(\s+(?:and|or)\s+|^(?:and|or)\s+)/)
    .map((part, index) => (index % 2 === 1 || part === '' ? part : `"${part}"`))
    .join('')
