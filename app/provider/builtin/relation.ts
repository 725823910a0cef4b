import { termSet } from '~/provider/search/terms.ts'

const asked = String.raw`(?:誰|だれ|どなた|いつ|どこ|なぜ|いくら|いくつ|どのくらい|どれくらい|何|[?？]|$)`
const forms = [
  /\bwho(?:m|se)?(?: (?:is|was|were|are|has|had|will|did|does|do|can|may|must|should|first|last))* (?:the )?(\p{L}+)/iu,
  /\b(?:is|was|are|were) (?:the|a|an|our|my|your|its) (?:[\p{L}-]+ )*?([\p{L}-]+)(?= (?:of|for|in|on|at|from|to|per|during|with)\b| ?\?|$)/iu,
  /\bnames? of .*?([\p{L}-]+)(?= (?:of|for|in|on|at|from|to|with)\b| ?\?|$)/iu,
  /\bhow many (?:of the )?(\p{L}+)/iu,
  /\b(?:which|what) \p{L}+ (?:(?:is|was|are|were|will|be|can|has|have|had|should|must|may) )*(?!do\b|does\b|did\b|of\b|in\b|for\b|on\b|the\b|a\b|i\b|we\b)(\p{L}+)/iu,
  /^(?:when|where|(?:in|on|at) (?:which|what) \p{L}+) (?:was|were|did)\b.*? ([\p{L}-]+) ?\??$/iu,
  new RegExp(String.raw`の([一-龠々ァ-ヶー]+)は${asked}`, 'u'),
  new RegExp(String.raw`([一-龠々ァ-ヶー]+)[ぁ-ゖ]{0,2}[ただ]のは${asked}`, 'u'),
]

/**
 * The terms by which a question says what it wants to know of what it speaks of, a deed or an attribute: 'designed' of 'who designed the
 * bridge', 'fee' of 'what is the fee of Nimbus'. None where it has another form.
 */
export function relationOf(question: string): Set<string> {
  const text = question.normalize('NFKC').trim()
  return termSet(forms.map((form) => form.exec(text)?.[1] ?? '').join('\n'))
}
