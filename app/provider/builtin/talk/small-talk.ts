/** What somebody says who asks nothing of the files. */
export type SmallTalk = 'greeting' | 'thanks' | 'goodbye' | 'wellbeing' | 'identity' | 'ability'

/** Where somebody says several things, the last of these is replied to. */
const importance: SmallTalk[] = ['goodbye', 'greeting', 'thanks', 'wellbeing', 'identity', 'ability']

/** Phrases as `normalized` leaves them: lower case, without punctuation. Each is tried at the beginning of what is left of the text. */
const phrases: [SmallTalk, RegExp][] = [
  ['ability', /what (can|could|do) (you|i) (do|ask|help)( (me|you|us))?( (with|about|for))?( (me|us|here))?/],
  [
    'ability',
    /(what|which) (kind of |sort of |kinds of )?(questions?|things) (can|may|could) (i|you|we) (ask|answer|do)( you)?/,
  ],
  ['ability', /(how (can|could|do) (you|i) (help( me| us)?|use (you|this|it))|what are you good (at|for))/],
  ['ability', /((can|could) you )?help( me)?( out)?$/],
  [
    'ability',
    /(何|なに)(が|か)?(を)?(でき|出来)(る|ます)(の|ん)?(です)?か?|どんなこと(が|を)(でき|出来|聞け|質問でき)(る|ます)(の)?(です)?か?/,
  ],
  [
    'ability',
    /(何|なに|(どんな|どのような)(こと|質問))(を|が)?(聞け|きけ|質問でき|尋ねられ|してくれ|でき|聞いたら|聞け)(る|ます|ば)?(ば)?(いい|よい)?(の)?(です)?か?|使い方(を教えて(ください)?|は)?$/,
  ],
  [
    'identity',
    /who (are|r) (you|u)( really| exactly)?|who am i (talking|speaking|chatting) (to|with)|what('?s| is) your name|what are you/,
  ],
  [
    'identity',
    /are you (an? )?(ai|bot|robot|human|person|real person|chatgpt|language model|machine|real)( or (an? )?(ai|bot|human|machine))?|introduce yourself|tell me about yourself|who made you/,
  ],
  [
    'identity',
    /(あなた|きみ|君|お前)(は|って)?(いったい)?(誰|だれ|何者|何|なに|どなた|ai|人間|ロボット)(なの|です|でしょう)?か?|(お)?名前(は|を教えて(ください)?)(何ですか|なんですか)?|自己紹介(を)?(して)?(ください)?|(どなた|誰|だれ)ですか$/,
  ],
  [
    'wellbeing',
    /how (are|r) (you|u)( doing| today)*|how('?s| is) it going|how do you do|what('?s| is) up|(お)?元気(です)?か?|調子はどう(です)?か?/,
  ],
  [
    'thanks',
    /(many )?thanks?( you)?( (so|very) much| a lot| a bunch)?( (again|indeed))?|thx|cheers|much appreciated|i appreciate (it|that)/,
  ],
  [
    'thanks',
    /((that|it) (was|is)|that'?s|you('re| are)|very|how|all) (very |so |really )?(helpful|great|good|nice|perfect|clear|kind)|(that|it|this) (helps|helped)( a lot| me)*|(great|good|nice|well) (job|work|done)|(great|perfect|excellent|awesome|nice|wonderful|good|cool|got it|i see|ok(ay)?|understood)/,
  ],
  [
    'thanks',
    /(どうも)?(本当に|誠に)?(有難う|有り難う|ありがとう)(ございます|ございました|ね)?|サンキュー|助かり(ます|ました)(よ)?|感謝(します|しています)|お疲れ(様|さま)(です|でした)?|(了解|承知|わかり|分かり)(です|しました|いたしました|ました)?|なるほど(です(ね)?)?|すごい(です)?(ね)?|素晴らしい(です)?(ね)?/,
  ],
  [
    'goodbye',
    /(good ?bye|bye( bye)?|see (you|ya)( (later|soon|tomorrow))?|have a (nice|good|great) (day|evening|weekend)|good night|so long|さようなら|さよなら|またね|また(明日|あした|今度)|では(また)?|じゃあ?(また|ね)|おやすみ(なさい)?|失礼します|バイバイ)/,
  ],
  [
    'greeting',
    /(hi|hello|hey|hiya|howdy|greetings|good (morning|afternoon|evening|day)|nice to meet you|(just )?test(ing)?$)( (there|all|everyone|everybody|again|team|bot|assistant|friend))*/,
  ],
  [
    'greeting',
    /(こんにちは|こんにちわ|今日は$|こんばんは|こんばんわ|おはよう(ございます)?|はじめまして|初めまして|もしもし|やあ|ハロー|ハイ$|どうも|よろしく(お願い(し|いたし)ます)?|テスト(です)?$)/,
  ],
]

/** Words between phrases that say nothing. */
const filler =
  /(and|so|well|oh|please|just|then|now|for (that|this|your help|the help|everything|your answer)|ところで|それで|ええと|えっと|ください|です|ね|よ|みなさん|皆さん)/

/**
 * What a text says that is nothing but small talk, in either language. Undefined as soon as anything else is in it: 'Hello, how
 * many days of leave are there?' is a question.
 */
export function smallTalkIn(text: string): SmallTalk | undefined {
  if (text.length > 200) return undefined
  let rest = normalized(text)
  const said = new Set<SmallTalk>()
  while (rest !== '') {
    const found = phrases
      .map(([talk, phrase]) => ({ talk, length: lengthAtStart(phrase, rest) }))
      .toSorted((one, other) => other.length - one.length)[0]!
    const length = found.length || lengthAtStart(filler, rest)
    if (length === 0) return undefined
    if (found.length > 0) said.add(found.talk)
    rest = rest.slice(length).trimStart()
  }
  return importance.findLast((talk) => said.has(talk))
}

const normalized = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/(?!')[\p{P}\p{S}\s~]+/gu, ' ')
    .trim()

/** How much of the text's beginning a phrase is; a Latin word is not cut. */
function lengthAtStart(phrase: RegExp, text: string): number {
  const match = new RegExp(`^(?:${phrase.source})(?![a-z'])`).exec(text)
  return match?.[0].length ?? 0
}
