import { isJapanese } from '~/provider/builtin/language.ts'
import { termsOf } from '~/provider/search/terms.ts'
import { asksForSummary } from './asks-for-summary.ts'

/**
 * What a summary is wanted about, in the question's own words: 'prices' of 'summarise what it says about prices', 納期 of
 * 納期について2社の見積を比較. Undefined where the files are to be summarised as a whole, or no summary is asked for.
 * @param fileNames of the attached files: whoever names one of them means the file
 */
export function askedTopic(question: string, fileNames: string[]): string | undefined {
  const text = question.normalize('NFKC').replace(englishLength, ' ').trim()
  if (!asksForSummary(text)) return
  const { named, object } = isJapanese(text) ? japanese(text) : english(text)
  if (named) return isTopic(named) ? named : undefined
  if (!object || !isTopic(object) || fileNames.some((name) => names(name, object))) return
  return object
}

/** A topic that words such as 'about' name, or else the object of the verb, which may also be the file itself. */
interface Found {
  named?: string | undefined
  object?: string | undefined
}

const isTopic = (text: string) => termsOf(text).words.some((word) => word.length > 1 || /\d|\p{Script=Han}/u.test(word))

const names = (fileName: string, object: string) => {
  const title = termsOf(fileName.replace(/\.[^.]+$/, '').replace(/[_-]/g, ' ')).words
  const words = new Set(termsOf(object).words)
  // 'prices' is no name of price-list.csv.
  return [...words].every((word) => title.includes(word)) && words.size > title.length / 2
}

const englishFile =
  '(?:files?|documents?|docs?|pdfs?|texts?|papers?|reports?|contracts?|agreements?|offers?|proposals?|quotes?|quotations?|bids?|manuals?|handbooks?|slides?|decks?|presentations?|spreadsheets?|articles?|letters?|e-?mails?|attachments?|minutes|notes|transcripts?|recordings?|meetings?|calls?|interviews?|polic(?:y|ies)|guides?|materials?|contents?|books?|stor(?:y|ies)|versions?|everything|all|whole|rest)'
const determiner =
  '(?:the|this|that|these|those|both|all|each|every|my|our|your|their|its|a|an|any|of|attached|uploaded|following|above|whole|entire|full|two|three|four|five|\\d+(?=\\s)|main|key|most|important|short|brief|quick)'
const parts = '(?:points?|findings|ideas|takeaways|messages?|facts|details|information|parts?|sections?|chapters?)'
const frame = `(?:(?:key|main|most important) )?${parts}`

const oneOf = (...patterns: string[]) => new RegExp(patterns.join('|'), 'i')
/** 'in about 100 words' */
const englishLength =
  /\b(?:in|within|to|using)?\s*(?:about|around|at most|roughly)?\s*\d+ (?:words|sentences|lines|paragraphs|bullets|bullet points|points)\b/gi
/** Words after a topic that say where to look, or how to tell it. */
const behindTopic = oneOf(
  `\\s(?:in|of|from|across|between|within|by|for) (?:${determiner} )*${englishFile}\\b.*$`,
  '\\s(?:in|as|using|with|within) (?:[\\w-]+ ){0,3}?(?:bullets?|points|bullet points|sentences?|words|lines|paragraphs?|lists?|tables?|english|japanese|detail|short|brief|general|total|full)\\b.*$',
  '\\sfor (?:me|us|my|our|a|an|someone|people|beginners|management|everyone)\\b.*$',
  '\\s(?:that are |which are )?(?:mentioned|described|listed|named|discussed|contained|found|stated|outlined|given)\\b.*$',
  '[,\\s](?:please|briefly|shortly|quickly|in simple terms|say|says|said)(?=[\\s,]|$).*$',
  '[,:]? (?:please )?(?:compare|summari[sz]e|give|list|tell|show|outline|what)\\b.*$',
)
const beforeTopic = new RegExp(
  `^(?:${determiner} |(?:${frame}|everything|anything|all) (?:of|in|from|on|about) |only |just )+`,
  'i',
)
const wordOfFile = new RegExp(
  `^(?:${determiner}|${englishFile}|${parts}|it|them|and|or|with|to|[a-z]|[\\w-]+\\.[a-z]{2,5})$`,
  'i',
)
/** Words that name nothing but the file: 'the 3 attached offers', 'a.pdf and b.pdf'. A number at the end names a part. */
function isWholeFile(text: string): boolean {
  const words = text.split(/,?\s+/)
  return words.every((word, at) => wordOfFile.test(word) || (at < words.length - 1 && /^\d+$/.test(word)))
}
/** 'the contract for the board', 'the meeting on Monday': which file, not what of it. */
const namedFile = new RegExp(`^${englishFile} (?:for|on|at|from|with|and|by|to) `, 'i')

function english(text: string): Found {
  const marker =
    /\b(?:about|regarding|concerning|with (?:regard|respect) to|as regards|in terms of|relat(?:ed|ing) to|when it comes to|focus(?:ing|sed|ed)? on)\s+(.+)/is
  const on = /(?:\b(?:summary|overview|outline|gist|points|findings|ideas|takeaways|say|says|said)|^)\s*\bon\s+(.+)/is
  const verb =
    /\b(?:summari[sz](?:e|ing)|outline|(?:summary|overview|gist|outline|points|findings|ideas|takeaways|comparison|differences?) (?:of|in|from)|compar(?:e|ing))\s+(.+)/is
  const named = (marker.exec(text) ?? on.exec(text))?.[1]
  if (named !== undefined) return { named: englishTopic(named) }
  const object = englishTopic(verb.exec(text)?.[1] ?? '')
  return { object: object && namedFile.test(object) ? undefined : object }
}

function englishTopic(phrase: string): string | undefined {
  const sentence = phrase.split(/[.?!;](?:\s|$)|\n/, 1)[0]!
  const topic = ` ${sentence}`
    .replace(behindTopic, '')
    .trim()
    .replace(/[,:]+$/, '')
    .replace(beforeTopic, '')
    .replace(/\s+(?:sections?|chapters?|parts?)$/i, '')
    .replace(/^["'“”‘’]+|["'“”‘’]+$/g, '')
    .trim()
  const isManner = /^(?:in|for|as|with|by|to|so|using|and|what|how|why|who|it|them)\b/i.test(topic)
  return topic === '' || isManner || isWholeFile(topic) ? undefined : topic
}

const japaneseFile =
  '(?:ファイル|資料|文書|書類|文章|ドキュメント|PDF|Word|Excel|テキスト|本文|原稿|契約書?|見積書?|提案書?|報告書|レポート|マニュアル|手引き?|ハンドブック|スライド|プレゼン|議事録|会議|打ち合わせ|打合せ|メール|手紙|記事|論文|規程|規則|規定|就業規則|添付|録音|内容|全体|全部|すべて|全て|中身|[2-9二三四五両]つ|両方|両者|[2-9二三四五両][社者件案])'
const quoteMarks = /^[「『"“\s]+|[」』"”\s]+$/g
/** What is read, with the particle after it: この契約書の, 2社の見積書を. */
const leadingFile = new RegExp(
  `^.*${japaneseFile}(?:の中)?(?:について|に関して|に書かれた|における|にある|から|には|に|では|で|は|を|の|が|、|と)+`,
  'i',
)
const manner =
  /(?:[0-9一二三四五]+(?:行|文|点|項目|文字|字)(?:程度|以内)?|日本語|英語)(?:で|に)|(?:箇条書き|簡潔|簡単|手短)(?:で|に|$)|短く|[わ分]かりやす[くい]|詳しく|まず/g
const fillers =
  /(?:主な|主要な|重要な|大事な|おもな|それぞれの?|各々の?|各|この|その|これら?の?|それら?の?|どんな|どのような|という|だけ|のみ|ざっと|何|なに)/g

function japanese(text: string): Found {
  const marker =
    /(.*?)(?:について|に関し|に関する|に関わる|に関連する|に絞って|に焦点を|を中心に|という観点|の観点|の(?:点|面)(?:で|から))/s
  const objects = [
    /(.*?)(?:の|を|に)?(?:要点|要約|要旨|概要|あらまし|ポイント|まとめ|比較|比べ)/s,
    /(?:.*、)?(.*?)の(?:違い|差)/s,
  ]
  const named = marker.exec(text)?.[1]
  if (named !== undefined) return { named: japaneseTopic(named) }
  const topics = objects.map((object) => japaneseTopic(object.exec(text)?.[1] ?? ''))
  return { object: topics.find((topic) => topic !== undefined) }
}

function japaneseTopic(phrase: string): string | undefined {
  const sentence = phrase.split(/[。!?\n]/).at(-1)!
  const topic = sentence
    .replace(leadingFile, '')
    .replace(manner, '')
    .replace(fillers, '')
    .replace(/^[、,\s]+/, '')
    .replace(/を.*$/s, '')
    .replace(/(?:[、,\sのはがでに]|から)+$/, '')
    .replace(quoteMarks, '')
  const isFile = new RegExp(`^(?:.*の)?${japaneseFile}+$`, 'i').test(topic)
  // 決まったこと is all that a meeting is about.
  return topic === '' || isFile || /[たる](?:こと|もの)$/.test(topic) ? undefined : topic
}
