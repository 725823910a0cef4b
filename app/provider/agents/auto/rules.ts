import type { AgentType } from '~/contract/chat.ts'
import { isTalk } from '~/provider/builtin/talk/answer-talk.ts'
import { asksForSummary } from '../analysis/asks-for-summary.ts'

/** What an agent is picked by. */
export interface Asked {
  question: string
  /** Of the attached files. */
  mimeTypes: string[]
}

const translate =
  /\btranslat|\b(in|into|to) (english|japanese|french|german|spanish|italian|portuguese|chinese|korean)\b|翻訳|英訳|和訳|訳して|[英日仏独韓]語に|[英日]文に|(中国|フランス|ドイツ|スペイン|イタリア|ポルトガル)語に/i
const review =
  /\bcompl(y|ies|iant|iance)\b|\bviolat|\bconform|\b(against|according to|follows?|meets?|breaks?|check\w*|review\w*)\b.*\b(rules?|polic(y|ies)|guidelines?|regulations?)\b|違反|準拠|遵守|順守|抵触|コンプライアンス|(規程|規定|規則|ルール|ポリシー|基準).*(照ら|沿って|沿った|従って|合って|反し|チェック|確認|審査)|審査して/i
const extract =
  /\bextract|\bpull out\b|\blist (all|every|each)\b|\b(as|into|in) (an? )?(table|csv|json|xlsx|excel|spreadsheet)\b|抽出|抜き出|書き出し|洗い出|一覧(に|化|表|を)|リスト(に|化|アップ)|表にし|(csv|json|excel|エクセル)(に|で|形式)/i
const calculate =
  /\b(sum|totals?|average|mean|median|counts?|how (many|much)|maximum|minimum|highest|lowest|top \d+|charts?|graphs?|plots?|trends?|statistics|(per|by) (year|quarter|month|week|day|region|category|product|department|customer))\b|集計|合計|総計|平均|中央値|件数|何件|いくつ|最大|最小|最高|最低|上位|下位|トップ|ランキング|グラフ|チャート|推移|傾向|統計|割合|比率|[月年週日]別|[^差区]別(の|に|で)|分析/i
const draw =
  /\b(draw|paint|sketch|illustrat\w*)\b|\b(make|create|generate|design|produce|give|show)\b.*\b(images?|pictures?|logos?|posters?|icons?|illustrations?|artwork|wallpapers?)\b|(絵|イラスト|画像|ロゴ|ポスター|アイコン|挿絵|壁紙).*(描|書い|作|生成|デザイン|ほしい|欲しい|ください|下さい)|描いて/i
const invent =
  /\b(write|compose|make up|invent|tell|create|give)\b.*\b(poems?|haikus?|stor(y|ies)|lyrics|songs?|slogans?|taglines?|jokes?|novel|fairy tales?|limericks?)\b|(詩|俳句|短歌|物語|小説|童話|歌詞|キャッチコピー|スローガン|ジョーク).*(書い|作|考え|つく)/i
const compose = [
  /^\s*(please\s+)?(write|draft|compose|rewrite|rephrase|brainstorm|imagine)\b/i,
  /(書いて|作文して|考えて|言い換えて)(ください|下さい|もらえ|くれ|ほしい|欲しい)?[。！!？?\s]*$/,
]

const tables = /csv|tab-separated|spreadsheet|ms-excel/

interface Rule {
  agent: AgentType
  fits: (asked: Asked) => boolean
}

const hasFiles = ({ mimeTypes }: Asked) => mimeTypes.length > 0
const isConversation = (question: string) => isTalk(question) || compose.some((pattern) => pattern.test(question))
const hasTables = ({ mimeTypes }: Asked) => mimeTypes.some((type) => tables.test(type))

/** The first that fits is taken. */
const rules: Rule[] = [
  { agent: 'file_transformation_ai', fits: (asked) => hasFiles(asked) && translate.test(asked.question) },
  { agent: 'compliance_review_ai', fits: (asked) => hasFiles(asked) && review.test(asked.question) },
  { agent: 'creative_ai', fits: ({ question }) => draw.test(question) && !calculate.test(question) },
  { agent: 'data_extraction_ai', fits: (asked) => hasFiles(asked) && extract.test(asked.question) },
  { agent: 'data_analysis_ai', fits: (asked) => hasTables(asked) && calculate.test(asked.question) },
  { agent: 'analysis_ai', fits: (asked) => hasFiles(asked) && asksForSummary(asked.question) },
  {
    agent: 'data_analysis_ai',
    fits: ({ mimeTypes }) => mimeTypes.length > 0 && mimeTypes.every((type) => tables.test(type)),
  },
  { agent: 'creative_ai', fits: ({ question }) => invent.test(question) },
  { agent: 'chat_ai', fits: (asked) => !hasFiles(asked) && isConversation(asked.question) },
  { agent: 'search_ai', fits: () => true },
  { agent: 'chat_ai', fits: () => true },
  { agent: 'analysis_ai', fits: hasFiles },
]

/** Picks by words, English and Japanese, and kinds of files; where no rule names a candidate, the first. */
export const byRules = (asked: Asked, candidates: AgentType[]): AgentType | undefined =>
  rules.find(({ agent, fits }) => candidates.includes(agent) && fits(asked))?.agent ?? candidates[0]

/** Whether a question wants a picture. */
export const asksForPicture = (question: string): boolean => draw.test(question)
