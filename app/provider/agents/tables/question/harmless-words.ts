/** Words that only make a question, or speak of the table as a whole: leaving them out changes no answer. */
const english = new Set(
  `a an the of in on at for from to with and is are was were be been being am do does did has have had having there here
  it its this that these those which what whats how much me my we us our i you your they their them please can could
  would should will shall tell show give get find list compute calculate determine want wanted know need like let see
  also just about overall whole entire all any some every each per by out break broken down grouped split
  data dataset table tables file files sheet spreadsheet csv excel row rows record records entry entries item items line
  lines value values figure figures column columns number numbers amount result results answer chart charts graph graphs
  plot plots diagram draw make create display bar visualise visualize happen happened happening happens occur occurred
  occurring occurs exist exists recorded listed contain contains contained made took take taken place went s t re ve ll d
  hi hello thanks thank many various as using according based go`.split(/\s+/),
)

/** The same in Japanese. They may follow each other without a blank. */
const japanese =
  `を教えてください を教えて下さい 教えてください 教えて下さい 教えてほしい 教えて おしえて を知りたい 知りたいです 知りたい
  を見せて 見せてください 見せて を表示してください を表示して 表示してください 表示して 表示 を出してください を出して 出してください 出して
  を計算してください を計算して 計算してください 計算して 計算 を求めてください を求めて 求めてください 求めて を調べて 調べて を作成してください を作成して 作成して を作って 作って を描いて 描いて
  してください して下さい ください 下さい お願いします お願い にしてください にして して したい です ですか でしょうか でしょう ますか ます でした
  ましたか ました ありますか あります ある いますか います いる なりますか なります なる どのくらい どれくらい どれだけ いくらですか いくら
  は何ですか 何ですか 何でしょうか 何 なに なん どこですか どこ どれですか どれ だれですか だれ 誰ですか 誰 どの どちら いつ
  における において について に関する に関して による によって のうち のなか の中で の中 全体 すべて 全て 全部 全 の値 数値 値
  データ テーブル シート 行 レコード 折れ線グラフ 棒グラフ 折れ線 さん 様 氏 ファイル 一覧 リスト グラフ チャート 図 表 この その こと もの とき 場合 結果 順に は が を の に で と も へ や か ね よ
  には では とは のは での への にも のか かな`
    .trim()
    .split(/\s+/)
    .toSorted((one, other) => other.length - one.length)

/** Phrases that cannot be the end or the beginning of another word. */
const strong = japanese.filter((phrase) => phrase.length > 2 || /\p{Script=Han}{2}/u.test(phrase)).join('|')
const betweenPhrases = new RegExp(`(?:${strong})`, 'u')
const particle = '(?:には|では|とは|での|への|は|が|を|の|に|で|と|も|や|か)'
const particleBefore = new RegExp(`^${particle}(?=.)`, 'u')
const particleAfter = new RegExp(`(?<=.)${particle}$`, 'u')

/** Whether a folded word of a spaced script can be left out of a question. */
export const isHarmless = (word: string) => english.has(word)

/**
 * What of an unspaced run cannot be left out: its places, without the particles around them.
 *
 * @param follows where something that was understood stands right before the run
 */
export function harmfulPartsOf(run: string, { follows }: { follows: boolean }): { at: number; end: number }[] {
  if (isEmptyOfMeaning(run)) return []
  let at = 0
  return run.split(betweenPhrases).flatMap((part) => {
    const begin = run.indexOf(part, at)
    at = begin + part.length
    if (part === '' || isEmptyOfMeaning(part)) return []
    const start = (follows || begin > 0 ? particleBefore.exec(part)?.[0].length : undefined) ?? 0
    const rest = part.slice(start).replace(particleAfter, '')
    return [{ at: begin + start, end: begin + start + rest.length }]
  })
}

/** One letter twice, as in もも, is a word and not two particles. */
const isEmptyOfMeaning = (run: string) => isOfPhrases(run) && !/^(.)\1+$/u.test(run)

/** Whether a run is phrases one after another. Some begin as others do, so that a pattern would try each way to cut it. */
function isOfPhrases(run: string): boolean {
  const ends = new Set([0])
  for (const at of ends) {
    if (at === run.length) return at > 0
    for (const phrase of japanese) if (run.startsWith(phrase, at)) ends.add(at + phrase.length)
  }
  return false
}
