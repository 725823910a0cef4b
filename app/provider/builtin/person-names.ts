const surnames =
  '佐藤|鈴木|高橋|田中|伊藤|渡辺|山本|中村|小林|加藤|吉田|山田|佐々木|山口|松本|井上|木村|斎藤|清水|山崎|池田|橋本|阿部|石川|山下|中島|石井|小川|前田|岡田|長谷川|藤田|後藤|近藤|村上|遠藤|青木|坂本|斉藤|福田|太田|西村|藤井|金子|岡本|藤原|三浦|中野|中川|原田|松田|竹内|小野|田村|中山|和田|石田|森田|上田|柴田|酒井|工藤|横山|宮崎|宮本|内田|高木|安藤|谷口|大野|丸山|今井|河野|藤本|村田|武田|上野|杉山|増田|平野|大塚|千葉|久保|松井|小島|岩崎|桜井|野口|松尾|野村|木下|菊地|佐野|大西|杉本|新井|浜田|菅原|市川|水野|小松|島田|古川|山内|西田|北村|菊池|安田|五十嵐|福島|本田|平田|川崎|飯田|吉川|樋口|西川|馬場|矢野|堀内|森下|織田|早川|黒川|松岡|永井|荒木|大久保|川口|岡崎|古賀'

/** A name in capitals, but no place, month or day: 'at Vessa' and 'in June' tell no person. At the beginning of a sentence it has two words. */
const capitalised = [
  String.raw`(?<=[\p{L}\d,;:] )(?<!\p{Lu}[\p{L}'-]* )(?<!\b(?:in|at|from|to|near|on|of|since|until|for|through|across|under) (?:the )?)`,
  String.raw`['"]?(?!(?:January|February|March|April|May|June|July|August|September|October|November|December|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)s?\b)`,
  String.raw`\p{Lu}[\p{Ll}'-]+(?: \p{Lu}[\p{L}'-]+)*`,
  String.raw`|(?:^|(?<=[.!?] ))(?!(?:The|This|That|In|At|From|On|An?) )\p{Lu}[\p{Ll}'-]+(?: \p{Lu}[\p{Ll}'-]+)+`,
].join('')

/** What a Japanese name is followed by. */
const particle = '(?=[はがのもに、とをで])'
const japanese = [
  surnames,
  // After a trade or a relation: 技師の坂井, 化学者オルバン
  '(?<=[者師家手長人員妹姉兄弟父母妻夫孫頭士督生授])の[一-龠々ァ-ヶー]{2,6}|(?<=[者師家手士])[ァ-ヶー]{3,}',
  '[ァ-ヶー]{2,}[・＝][ァ-ヶー]{2,}',
  // With the last letter of many given names: 徳川家康, 春田シズ, 佐竹るり子
  `[一-龠々]{3,4}[郎助蔵子美恵雄夫介也樹吾香奈江枝彦之吉造乃朗一二三平進実誠司満康秀朝房久博弘浩宏隆貞忠盛幸孝]${particle}`,
  `[一-龠々]{2}(?:[ァ-ヶ]{2}|[ぁ-ゖ]{1,2}子)${particle}`,
].join('|')

/** The source of an expression for names of people, in either language; for the flag `u`. */
export const personName = `${capitalised}|${japanese}`
