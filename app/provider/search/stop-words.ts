/** Words that are in every text, and those that only make a question of it. Lower case; English unstemmed. */
const english = `
  a an the and or but if then else so as of at by for from in into on onto to with without about above below over under
  up down out off again further once here there when where why how what which who whom whose this that these those
  i me my mine we us our ours you your yours he him his she her hers it its they them their theirs
  am is are was were be been being do does did doing done have has had having can could may might must shall should
  will would not no nor only own same too very just than s t re ve ll d m
  many much long often soon far big get got give given tell say says show find know want need please let
  any some each every all both few more most other such there also per via etc
`
const japanese = `
  の に は を た が で て と し れ さ ある いる も する から な こと として い や れる など なっ ない この ため その あっ よう また もの
  という あり まで られ なる へ か だ これ によって により おり より による ず なり られる において ば なかっ なく しかし について せ だっ
  その後 できる それ う ので なお のみ でき き つ における および いう さらに でも ら たり その他 に関する たち ます ん なら に対して
  です ました ません でした でしょ でしょう ください 下さい 下さる くださる いただき いただく ましょ ね よ わ ほど どの どんな どう どれ
  どこ どちら どなた いつ 何 なに なん 誰 だれ なぜ どうして いくら いくつ 教え 教えて おしえて 知り 知りたい 知る 場合 とき 時 方 ところ
  って ときの くだ さい したら すれ れば ば たら でも よい いい です ます あります います なります もらえる できます すれば たい
  うち ください あれ そこ ここ もし または 又は 及び 並びに 若しくは とは には では へは とも のか
`
const stopWords = new Set(`${english} ${japanese}`.trim().split(/\s+/))

/** Whether a normalised word says nothing about what a text is about. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word)
}
