/** What kind of words answers a question that begins so: a rough test of a sentence. */
const kinds: { asked: RegExp; answers: RegExp }[] = [
  {
    asked:
      /\b(when|what (date|day|month|year|time)|deadline|since|until)\b|いつ|何月|何日|何時|何年|期日|期限|締め?切/i,
    answers:
      /\d{1,4}[/年.-]\d{1,2}|\d{1,2}(月|日|時|:\d\d)|\b(january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b|\b\d{1,2}(st|nd|rd|th)\b|\bdays?\b|以内|曜日/i,
  },
  {
    asked: /\bhow (long|old|soon|often)\b|何(日|時間|年|か月|ヶ月|週|歳|分)|期間|日数/i,
    answers:
      /(\d|[一二三四五六七八九十]|\b(one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty)\b) ?(working )?(seconds?|minutes?|hours?|days?|weeks?|months?|years?|秒|分|時間|日|週|か月|ヶ月|年|歳)/i,
  },
  {
    asked:
      /\bhow (many|much|long|often|old|far|high|large|big|fast|heavy)\b|\b(limit|cost|price|rate|amount|number|percentage|maximum|minimum|capacity|weight)\b|いくら|何(日|人|時間|円|回|件|個|歳|年|か月|ヶ月|割|％|%|文字|桁|分)|どのくらい|どれくらい|どれだけ|上限|下限|金額|価格|単価|料金|期間|日数|人数|割合|売上|最大|最低/i,
    answers:
      /[\d０-９]|[一二三四五六七八九十百千万]+(日|人|時間|円|回|件|個|歳|年|か月|割)|\b(one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|hundred|thousand)\b/i,
  },
  {
    asked: /\b(who|whom|whose|contact|responsible)\b|誰|だれ|担当|責任者|連絡先|どなた/i,
    answers:
      /@|\b(Mr|Ms|Mrs|Dr)\.|\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+|\b(team|manager|department|director|officer|desk|committee)\b|(部|課|室|長|者|担当|委員会|窓口|氏|さん|様)/u,
  },
  {
    asked: /\bwhere\b|\bwhich (room|floor|office|city|place|building)\b|どこ|場所|何階/i,
    answers:
      /\b(in|at|on) (the )?\p{Lu}|\b(room|floor|office|building|street|portal|intranet)\b|(都|道|府|県|市|区|階|室|ビル|本社|支店|工場|会議室|ポータル)/u,
  },
]

/** A test for sentences that have the kind of words a question asks for; always false for a question of no known kind. */
export function expectedAnswer(question: string): (sentence: string) => boolean {
  const kind = kinds.find(({ asked }) => asked.test(question))
  return (sentence) => kind?.answers.test(sentence) ?? false
}
