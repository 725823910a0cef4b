import { withQuotedWords } from './bare-words.ts'

/** A rule about words as they are written, which looking for them decides. */
export interface WordRule {
  demand: 'required' | 'forbidden'
  /** A heading of its own, for a required section. */
  heading: boolean
  terms: string[]
  /** One of the required terms is enough. */
  any: boolean
}

const quoted =
  /「([^「」]{1,200})」|『([^『』]{1,200})』|"([^"]{1,200})"|“([^“”]{1,200})”|‘([^‘’]{1,200})’|(?<![\p{L}\p{N}])'([^']{1,200})'(?![\p{L}\p{N}])/gu
const separator = String.raw`(?:,? and/or |,? and |,? or |[,、・/]|及び|および|並びに|または|又は|もしくは|若しくは|や|と|か)`
const list = new RegExp(String.raw`§(?:\s*${separator}?\s*§)+`, 'g')
const alternatives = /\b(or|either|any one|one of)\b|または|又は|もしくは|若しくは|いずれか/i

/** What makes a rule hold in some cases or places only: looking for its words alone does not decide it then. */
const condition =
  /\b(if|unless|except|only|where|when|whenever|without|before|after|more than|less than|at least|at most|pages?|beginning|start|end|first|last|cover|header|footer|near|next to)\b|場合|ただし|但し|除[きくい]|以外|のみ|だけ|とき|際|冒頭|末尾|表紙|最初|最後|以上|以下|以内|ページ|頁|直[前後]/i

const some = 'the|a|an|any|one|all|each|either|both|of|exact|following'
const nouns = 'words?|terms?|phrases?|expressions?|text|wording|sentence|statement|notice|label|mark|marking|claims?'
const maybeNamed = String.raw`(?:(?:${some}|${nouns})\s+)*`
/** Where words could mean a thing ("do not use 'Dropbox'"), the rule has to say that it means the words. */
const named = String.raw`(?:(?:${some})\s+)*(?:${nouns})\s+`
const section = '(?:sections?|clauses?|chapters?|headings?|articles?)'
const titled = String.raw`(?:(?:a|an|the|separate)\s+)*${section}\s+(?:(?:titled|entitled|called|named|headed|on|about|for)\s+)?`
const where = String.raw`(?:\s+(?:anywhere|somewhere|in (?:the|this|any|every|each|all|a|our) (?:texts?|documents?|files?|contracts?|reports?)))?`
const containing = '(?:contain|include|state|mention|say|carry|bear|show|display|read)'
const standing = String.raw`(?:appear|occur|be\s+(?:mentioned|contained|included|written|found|present|stated|there))`
const not = String.raw`(?:(?:must|shall|should|may|can)\s*(?:not|never)|cannot|mustn't|do(?:es)?\s+not|don't|doesn't|never)`
const must = String.raw`(?:must|shall|should|has to|have to|needs? to)(?:\s+(?:always|also|explicitly))*`

const jaWord = '(?:という|との|の|等の)?(?:語句|用語|単語|言葉|文言|表現|表記|字句|文字|キーワード|記載|語|文)'
const jaSectionNoun = '(?:条項|見出し|セクション|項目|章|節)'
const jaSection = '(?:という|と題する|の)?(?:条項|条文|見出し|セクション|項目|章|節|項|条)'
const jaParticle = '[をがはもと]?(?:一切|絶対に|決して|必ず|明確に)?'
const jaMustNot = '(?:いて)?は(?:ならない|いけない|なりません|いけません)(?:こと)?'
const jaNotTo = 'ない(?:こと|ものとする)?'
const jaTo = '(?:こと|ものとする|必要がある)?'
const jaMust = 'な(?:ければ|くては)(?:ならない|なりません)'
const jaIs = '(?:である|です|とする|する)?'

const english = (pattern: string) => new RegExp(String.raw`^${pattern}\.?$`, 'i')
const japanese = (pattern: string) => new RegExp(String.raw`^[^§]*${pattern}。?$`)

/** What a rule looks like with § for its quoted words. The whole rule has to have the form. */
const forms: Record<'forbidden' | 'required' | 'section', RegExp[]> = {
  forbidden: [
    english(
      String.raw`[^§]*\b${not}\s+(?:ever\s+)?(?:${containing}\s+${maybeNamed}|(?:use|have)\s+${named}):?\s*§${where}`,
    ),
    english(String.raw`${maybeNamed}§\s+(?:must|shall|should|may|can)\s*(?:not|never)\s+${standing}${where}`),
    english(String.raw`${named}§\s+(?:must|shall|should|may|can)\s*(?:not|never)\s+be\s+used${where}`),
    english(String.raw`${named}§\s+(?:is|are)\s+(?:prohibited|forbidden|banned|not allowed|not permitted)${where}`),
    english(String.raw`(?:avoid|no)\s+(?:using\s+)?${named}§${where}`),
    english(
      String.raw`no\s+[^§]*\b(?:may|must|shall|should|can)\s+(?:${containing}\s+${maybeNamed}|(?:use|have)\s+${named})§`,
    ),
    english(String.raw`[^§]*\b${must}\s+be\s+free\s+(?:of|from)\s+${named}§`),
    japanese(`§${jaWord}?${jaParticle}(?:含んで|含めて|含まれて|記載して|書いて|表記して)${jaMustNot}`),
    japanese(`§${jaWord}${jaParticle}(?:使って|使用して|用いて|入れて)${jaMustNot}`),
    japanese(`§${jaWord}?${jaParticle}(?:含ま|含め|含まれ|含まれてい|記載し|記載されてい|書か)${jaNotTo}`),
    japanese(`§${jaWord}${jaParticle}(?:使わ|使用し|用い|使用されてい)${jaNotTo}`),
    japanese(`§${jaWord}(?:の(?:使用|利用))?[はをも]?(?:使用)?(?:禁止|不可)${jaIs}`),
  ],
  required: [
    english(String.raw`[^§]*\b${must}\s+(?:${containing}\s+${maybeNamed}|(?:use|have)\s+${named}):?\s*§${where}`),
    english(String.raw`${maybeNamed}§\s+${must}\s+${standing}${where}`),
    english(String.raw`${named}§\s+(?:is|are)\s+(?:required|mandatory)${where}`),
    japanese(
      `§${jaWord}?${jaParticle}(?:含む|含める|含まれる|含まれている|(?:記載|明記|表示)(?:する|される|されている))${jaTo}`,
    ),
    japanese(`§${jaWord}${jaParticle}(?:使用する|用いる|入れる|ある)${jaTo}`),
    japanese(`§${jaWord}?${jaParticle}(?:含ま|含め|(?:記載|明記|表示)(?:し|され))${jaMust}`),
    japanese(`§(?:${jaWord}|の(?:明記|表示))(?:が|は)?(?:必須|必要)${jaIs}`),
    japanese(`§(?:の(?:記載|記述|表記|文言))?が(?:ある|あり|含まれる|含まれている)${jaTo}`),
  ],
  section: [
    english(
      String.raw`[^§]*\b(?:${must}\s+(?:have|${containing})|has|contains|includes)\s+(?:${titled}§|(?:(?:${some})\s+)*§\s+${section})${where}`,
    ),
    english(String.raw`there\s+${must}\s+be\s+(?:${titled}§|(?:(?:${some})\s+)*§\s+${section})${where}`),
    english(
      String.raw`(?:${titled}§|(?:(?:${some})\s+)*§\s+${section})\s+(?:${must}\s+(?:exist|be\s+(?:included|present|there))|(?:is|are)\s+(?:required|mandatory))${where}`,
    ),
    japanese(`§${jaSection}${jaParticle}(?:設ける|置く|含む|含める|ある|記載する)${jaTo}`),
    japanese(`§${jaSection}${jaParticle}(?:設け|置か|含ま|含め|記載し)${jaMust}`),
    japanese(`§${jaSection}(?:が|は)?(?:必須|必要)${jaIs}`),
    japanese(
      `${jaSectionNoun}(?:として)?[、:]?§${jaParticle}(?:(?:設ける|置く|含む|含める|ある|入れる|記載する)${jaTo}|(?:設け|置か|含ま|含め)${jaMust}|必須${jaIs}|必要${jaIs})`,
    ),
  ],
}

/** Rules like `Prohibited words: guaranteed, risk-free` and `必須項目：連絡先、期限`, which need no quotation marks. */
const labels: [keyof typeof forms, RegExp][] = [
  ['forbidden', /^(?:prohibited|forbidden|banned) (?:words?|terms?|phrases?|expressions?)\s*:\s*/i],
  ['forbidden', /^(?:使用)?禁止(?:用語|語句|語|ワード|表現|文言)\s*:\s*/],
  ['required', /^(?:required|mandatory) (?:words?|terms?|phrases?|expressions?)\s*:\s*/i],
  ['required', /^必須(?:用語|語句|文言|表記|記載事項|項目)\s*:\s*/],
  ['section', /^(?:required|mandatory) (?:sections?|headings?|clauses?|chapters?)\s*:\s*/i],
  ['section', /^必須(?:見出し|条項|章|セクション)\s*:\s*/],
]

/** Reads a rule that looking for words decides; undefined for every other, and for one that holds in some cases only. */
export function wordRuleOf(rule: string): WordRule | undefined {
  const text = rule.replaceAll('：', ':').replaceAll('，', ',').trim()
  const [kind, label] = labels.find(([, label]) => label.test(text)) ?? []
  return kind ? listed(kind, text.replace(label!, '')) : spoken(text)
}

function spoken(rule: string): WordRule | undefined {
  const text = withQuotedWords(rule)
  const terms = [...text.matchAll(quoted)].map(wordsIn)
  const form = text
    .replaceAll('§', ' ')
    .replace(quoted, '§')
    .replace(list, '§')
    // Nothing is said by a blank beside a Japanese character.
    .replace(/(?<=[^\x00-\x7f§])\s+|\s+(?=[^\x00-\x7f§])/g, '')
  if (terms.length === 0 || terms.includes('') || condition.test(form)) return undefined
  const kind = kinds.find((one) => forms[one].some((pattern) => pattern.test(form)))
  return kind && { ...ruleOf(kind, terms), any: alternatives.test(text) }
}

function listed(kind: keyof typeof forms, text: string): WordRule | undefined {
  const terms = text
    .split(/[,、;；]/)
    .map((term) => term.trim().replace(quoted, (...match) => wordsIn(match as unknown as RegExpMatchArray)))
    .filter((term) => term !== '')
  const words = terms.every((term) => term.length <= 60 && !/[。.!?！？]/.test(term))
  return words && terms.length > 0 && !condition.test(text) ? ruleOf(kind, terms) : undefined
}

/** A heading is looked for before words anywhere. */
const kinds = ['forbidden', 'section', 'required'] as const

const ruleOf = (kind: keyof typeof forms, terms: string[]): WordRule => ({
  demand: kind === 'forbidden' ? 'forbidden' : 'required',
  heading: kind === 'section',
  terms,
  any: false,
})

/** What stands between the quotation marks, whichever they are. */
const wordsIn = (match: ArrayLike<string | undefined>) =>
  Array.from(match)
    .slice(1, 7)
    .find((words) => words !== undefined)!
    .trim()
