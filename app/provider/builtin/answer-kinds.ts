import { personName } from './person-names.ts'

/** A kind of answer: a rough test of sentences, in either language. */
export interface AnswerKind {
  asked: RegExp
  /** What a text has that has something of the kind; of some, by what exactly was asked. */
  answers: RegExp | ((asked: RegExpExecArray) => RegExp)
  /** Words of a question that only name the kind: a text with something of the kind says them, whatever word it uses. */
  names: RegExp
  /** A cell of a table has it as a number alone: its unit stands above, or nowhere. */
  isAmount?: true
  /** Answers of the kind look like anything else: a sentence without one may still answer. */
  isOpen?: true
}

/** A number in figures or words, in either language. */
export const numeral = String.raw`(?:(?<![\d.,])[\d０-９][\d０-９,.]*|[一二三四五六七八九十百千万億数半]+|(?<!\b(?:on|per|once|twice|times|hours|days) )\ban?\b|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|fifteen|twenty|thirty|forty|sixty|ninety|half|several|each|every|no|first|second|third|fourth|fifth)\b)`
const duration = String.raw`${numeral}(?: (?:calendar|working|full|whole))?[ -]?(?:seconds?|minutes?|hours?|days?|nights?|weeks?|months?|quarters?|years?|秒|分|時間|日|週|晩|泊|か月|ヶ月|カ月|年|歳)|\bage of \w+|永久|無期限|\b(?:for ever|permanently)\b`
const eras = '世紀|時代|年代|紀元前|明治|大正|昭和|平成|令和'
const months = 'january|february|march|april|may|june|july|august|september|october|november|december'
const weekdays = '(?:mon|tues|wednes|thurs|fri|satur|sun)day'
const year = String.raw`\b1\d{3}s?\b|\b20\d\ds?\b|\b\d{1,4} (?:BCE?|AD|CE)\b|\b(?:in|by|around|until|since|before|after) \d{3,4}\b|\bcentury\b|\d{3,4}年|${eras}|[一二三四五六七八九〇]{4}年`
const day = String.raw`\b(?:${months}|${weekdays}|spring|summer|autumn|winter|yesterday)\b|\d{1,4}[/.-]\d{1,2}`
const date = String.raw`\d{1,4}[/年.-]\d{1,2}|\d{1,2}(?:月|日|時|:\d\d)|${year}|\b\d{1,2}(?:st|nd|rd|th)\b|\b(?:${months}|${weekdays}s?|spring|summer|autumn|winter|noon|midnight|at nine|at one|o'clock|daily|weekly|monthly|yearly|quarterly|tomorrow|today|at once)\b|以内|[月火水木金土日]曜|[春夏秋冬朝昼夜]|毎[日週月年晩朝]|戦[前後中]|月末|翌[日月年]|[一二三四五六七八九十]+(?:月|日|時)|直ち`
/** Whom a name, a group or a firm tells of. */
const someone = String.raw`\b(?:Mr|Ms|Mrs|Dr|Prof|Sir)\b|\b(?:team|committee|council|board|workers|brothers|volunteers|apprentice|architects?|sister|brother|mayor|king|queen|emperor|president|minister|government|parliament|army)s?\b|[一-龠ァ-ヶー]+(?:委員会|事務所|製作所|会社|博士|教授|先生|党|軍|政府|議会|天皇|将軍|皇帝|[女国]王)|[一-龠ァ-ヶ]+(?:さん|氏|様)|${personName}`
const namesPerson = /^(name|person|peopl|respons|charg|名前|氏名|担当|担当者|誰|方)$/

/** Words that count one thing in Japanese: an answer has the question's own, or one that counts the same. */
const counters =
  '人|名 台|両 個|つ 件 枚 本 回|度 冊 頭|匹 点 軒|棟 社 文字 桁 通 席 口 株 か所 羽 倍 艘|隻 停 円 歳|才 キロ メートル 時間 日 週 分 か月|ヶ月|カ月 年 ％|%|パーセント'.split(
    ' ',
  )

/** Each by its name. The first whose question fits counts, so the narrower ones come first. */
const kinds = {
  colour: {
    asked: /\bwhat colou?r|\bin which colou?r|何色|の色は/i,
    answers:
      /\b(red|blue|green|yellow|white|black|grey|gray|brown|orange|purple|pink|gold|silver)\b|赤|青|緑|黄|白|黒|灰|茶|紫|橙|金色|銀色/i,
    names: /^(colou?r|何色|色)$/,
  },
  reason: {
    asked: /\bwhy\b|\bwhat (is|was|were) the reasons?\b|\bfor what reason|なぜ|どうして|理由/i,
    answers:
      /\b(because|since|as|due|owing|reasons?|so that|in order|after|when|through|thanks to|too|so as|to (?:avoid|save|prevent|protect|allow|let|make|keep|help|reduce|show|give|get))\b|ため|ので|から|により|よる|おかげ|理由|したら|ように|たり/i,
    names: /^(reason|caus|理由|原因)$/,
  },
  year: {
    asked: /\b(in|since|by|until|from) (what|which) year\b|\b(which|what) year\b|何年(に|です|でした|から|\?|$)/i,
    answers: new RegExp(year, 'i'),
    names: /^(year|年|何年)$/,
  },
  pastDate: {
    asked: /^(and |but |since )?when (was|were|did|had)\b/i,
    answers: new RegExp(`${year}|${day}`, 'i'),
    names: /^(date|dai|month|year|time)$/,
  },
  date: {
    asked:
      /^(and |but |since |until |by |from )?when\b|\b(since|until|by|from) when\b|\b(what|which|on which|in which|in what) (date|days?|months?|years?|time)\b|\bdeadline|いつ|何(月|日に|日から|時に|時から|時です|時\?|年に|年です|年から|曜日)|(期日|期限|締め?切り?|時期)(は|を教|を知|\?|$)/i,
    answers: new RegExp(`${date}|${duration}`, 'i'),
    names: /^(date|dai|month|year|time|hour|deadlin|期限|期日|時期|何月|何日|曜日|何曜日|年|月|日)$/,
  },
  countOfTime: {
    asked: /\bhow many (seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?)\b/i,
    answers: ([, unit]) =>
      new RegExp(String.raw`${numeral}(?: (?:calendar|working|full|whole))?[ -]?${unit!.replace(/s$/i, '')}s?`, 'i'),
    names: /^(number|amount)$/,
    isAmount: true,
  },
  duration: {
    asked:
      /\bhow (long|soon|quickly|fast|old|early|late)\b|\bfor how\b|\bhow far in advance|\bwhat age\b|(期間|日数|年齢)(は|を教|\?|$)|どのくらいの間|いつまで/i,
    answers: new RegExp(
      String.raw`${duration}|\d ?(km|m|cm|metres?|meters?|kilomet|miles?|feet|キロ|メートル|knots)|\d(日|時|年|月|歳)|\b(?:until|till|${months})\b`,
      'i',
    ),
    names: /^(long|time|length|durat|period|age|old|期間|長さ|日数|年齢|何日|間)$/,
  },
  temperature: {
    asked:
      /\b(what|which) temperature|\b(is|are|was|were) the ([\w-]+ )?temperature|\bhow (hot|warm|cold)\b|何度(です|に|ま|\?|$)|温度(は|を教|\?|$)/i,
    answers: /[\d０-９][ -]?(degrees?|°|℃|度)|零下/i,
    names: /^(temperatur|hot|warm|cold|温度|度|何度)$/,
    isAmount: true,
  },
  percentage: {
    asked:
      /\b(what|which|how many|is the|was the) ([\w-]+ )?(percent|percentage|proportion|share|rate|fraction)\b|何(％|%|パーセント|割)|(割合|率)(は|を教|\?|$)/i,
    answers:
      /[\d０-９一二三四五六七八九] ?([%％割]|パーセント|percent)|\b[a-z]+ percent\b|\b(half|third|quarter|fifth|tenth)\b|半/i,
    names: /^(percent|percentag|share|rate|proport|part|fraction|割合|率|何割|パーセント)$/,
    isAmount: true,
  },
  weight: {
    asked:
      /\bhow (much .*weigh|heavy)\b|\bwhat .*\bweigh\b|\b(is|was|are|were) the ([\w-]+ )*weight\b|(重さ|重量|体重)(は|を教|\?|$)/i,
    answers: /\d ?(kg|g|t|lbs?|kilo(gram)?s?|grams?|tonnes?|tons?|pounds?|キロ|グラム|トン)/i,
    names: /^(weigh|weight|heavi|heavy|重さ|重量)$/,
    isAmount: true,
  },
  money: {
    asked:
      /\b(what|which|is|was|are|were) (the |our |my |a |an )?([\w-]+ )?(costs?|prices?|fees?|salary|wages?|rent|premium|fine|budget|turnover|revenue|profit|loss|dividend|toll|ransom|reward|income|loan|debt|value)\b|\bhow much (rent|tax|profit|interest|ransom|toll|debt|income)\b|\b(what|how much) .*\b(cost|worth)\b|\bhow expensive|\bhow much (money|(do|can|may|must|will) (i|we) (get|pay|spend)|(does|did|do|will) .* (cost|pay|charge|earn)|is (the|a|an) [\w ]*(allowance|bonus|subsidy|supplement|grant|aid))|いくら|(金額|価格|値段|料金|費用|賃料|家賃|給料|年収|運賃|単価|代金|予算|額)(は|を教|を知|\?|$)|何円/i,
    answers:
      /[€$£¥￥]|\d[\d,.]* ?(k|m|bn|million|billion|thousand|hundred)? ?(euros?|dollars?|yen|pounds?|cents?|francs?|USD|EUR|JPY|GBP)\b|\d ?(million|billion|thousand)\b(?! (?!more|less|than|in|for|by|to|from|and|over|last|this)\p{L})|[\d０-９一二三四五六七八九十百千万億]+(円|ドル|ユーロ|元|[万億](?![\d一-龠]))|\bfree\b|無料|か月分|実費/iu,
    names:
      /^(cost|price|fee|amount|expens|money|charg|pai|pay|spend|high|larg|いくら|金額|価格|値段|料金|費用|額|代金|単価|かかり|かかる)$/,
    isAmount: true,
  },
  extension: {
    asked: /\bextension( number)?\b|内線/i,
    answers: /(?<![\d.,£$€¥])\d{2,5}(?![\d.,]?\d|[年月日円人])/,
    names: /^(extens|number|call|番号|内線)$/,
  },
  telephone: {
    asked: /\b(phone|telephone|fax)( number)?\b|電話番号|何番/i,
    // A year or a sum of money is no number to call.
    answers:
      /(?:\+\d|\(0?\d|(?<![\d.,-])0\d|\b\d{3}[-.]\d{3,4}\b)[\d ()./-]{3,}\d|(?:\b(?:ext(?:ension)?s?|phones?|tel|call|dial|fax|number)\b|内線|電話|番号)\P{L}{0,6}(?:(?:is|number|no\.?|は) ?)?\d{2,}(?![\d年月円人])|\d{3,5}番/iu,
    names: /^(phone|telephon|number|call|電話|番号)$/,
  },
  email: {
    asked: /\b(what|which|is|tell me|give me)\b.*\be-?mail\b|メール(アドレス)?は|メアド/i,
    answers: /@/,
    names: /^(e|email|mail|address|メール|アドレス|メールアドレス)$/,
  },
  extent: {
    asked:
      /\bhow (tall|high|deep|wide|far|big|large)\b|\b(what|which|is|was|are|were) (the |an? )?([\w-]+ )?(height|length|depth|width|distance|altitude|diameter)\b|([高長深広]さ|幅|距離|直径|面積|標高)(は|を教|\?|$)|何平方/i,
    answers:
      /\d ?(km|m|cm|mm|metres?|meters?|kilomet|miles?|feet|ft|inch|square|hectares?|acres?|knots|メートル|キロ|センチ|ミリ|平方|坪|ヘクタール)|\d ?(percent|%|times|euros?|million|people)|\b(one|two|three|four|five|six|seven|eight|nine|ten|twelve) (rents?|metres?|meters?|miles?|kilomet)/i,
    names:
      /^(tall|high|height|deep|depth|wide|width|length|long|far|distanc|big|larg|[高長深広]さ?|幅|距離|面積|標高|キロ|メートル)$/,
    isAmount: true,
  },
  counted: {
    asked: new RegExp(`何(${counters.join('|')})`),
    answers: ([, counter]) => {
      const same = counters.find((one) => one.split('|').includes(counter!))
      return new RegExp(`${numeral} ?(?:${same})`)
    },
    names: /^(何|数|人数|件数|最大|最低|最高|上限|下限|定員)$/,
    isAmount: true,
  },
  quantity: {
    asked:
      /\bhow (many|much|often)\b|\b(what|is|was|are|were) (the |an? )?([\w-]+ )?(limit|maximum|minimum|capacity|number of)\b|いくつ|どのくらい|どれくらい|どれだけ|(上限|下限|人数|件数|定員|限度)(は|を教|\?|$)|(最大|最低|最高)(で|は)/i,
    answers: new RegExp(
      String.raw`(?!\b(?:1\d{3}|20\d\d)\b)${numeral}(?<!\b(?:an?|first|second|third|fourth|fifth)\b)|(?<=\d)[一-龠]`,
      'i',
    ),
    names: /^(number|amount|maximum|minimum|limit|上限|下限|人数|件数|最大|最低|最高|定員)$/,
    isAmount: true,
  },
  name: {
    asked:
      /\b(names? of|who (is|was|are|were) (the|our|your|my|its|their)|who(m|se)? (first |did |had )?(?!sp?eed|need)\p{L}*(ed|ew|ote|old|ought|aught|ound|ave|ook|ang|un|on|ent|oke|ade))\b|[一-龠々ァ-ヶー]は(誰|だれ|どなた)|[ただ]のは(誰|だれ|どなた)|(?:[者師家手長人員妹姉兄弟父母妻夫子孫主士督])の名前は|氏名は|(館長|社長|部長|課長|監督|委員長|議長|講師|作者|著者|担当者?)は(?!いつ|どこ)/iu,
    answers: new RegExp(someone, 'u'),
    names: namesPerson,
  },
  person: {
    asked: /\b(who|whom|whose)\b|誰|だれ|どなた/i,
    answers: new RegExp(
      String.raw`@|\b(?:manager|department|director|officer|desk|head|chair|nurse|supplier|customer|tenant|landlord|employer|staff|parents)s?\b|[一-龠ァ-ヶー]+(?:部長?|課長?|室長?|係長?|[社館工場所校会員]長|窓口|責任者|担当者?|属長|上司)|部長|課長|社長|上司|${someone}`,
      'u',
    ),
    names: namesPerson,
  },
  address: {
    asked: /\b(what|which|is|was) (the |your |our )?([\w-]+ )?address\b|住所/i,
    answers: /@|〒|\d+-\d+|[都道府県市区町村]\S*\d|\d+ \p{Lu}\p{L}+|\b(street|road|avenue|square|lane)\b/iu,
    names: /^(address|住所)$/,
  },
  place: {
    asked:
      /\bwhere\b|\bwhich (room|floor|office|city|town|country|place|building|hall)\b|どこ(?!が|の会社)|場所|何階|住所/i,
    answers:
      /\b(in|at|on|by|near|behind|opposite|under|below|above|to|from|beside|between|next|into|within) |(都|道|府|県|市|区|町|村|階|室|ビル|本社|支店|工場|会議室|ポータル|館|所|場|駅|棚|庫|口|側|前|脇|隣|上|下|中|先|部|課|[一-龠ァ-ヶ])(に|で)/u,
    names: /^(place|locat|場所|住所|所在地)$/,
    isOpen: true,
  },
} satisfies Record<string, AnswerKind>

/** The kind of answer that a question asks for; undefined where it is none of these. */
export const kindAsked = (question: string): AnswerKind | undefined =>
  Object.values<AnswerKind>(kinds).find(({ asked }) => asked.test(question))
