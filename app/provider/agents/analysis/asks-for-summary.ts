const summary =
  /\b(summar|overview|outline|gist|key (points|findings)|main (points|ideas)|takeaways|tl;?dr|(?<!\bhow (?:do|does|did)\b.{0,80})compar(e|ing)\b|comparison of\b|differences? (in|between)\b.{0,60}\b(files|documents|contracts|offers|proposals|quotes|reports|versions)\b|what (is|are) (this|these|it|they)( \w+)? about|what (do|does|did|is|are|has|have)\b.{0,60}\b(say|says|said|written)\b.{0,20}\b(about|on|regarding|concerning)\b)|要約|まとめ|概要|要点|要旨|あらまし|ポイント|比較|比べて|何が書/i

/** Whether a question wants to know what files are about, or say of a topic, rather than one thing that stands in them. */
export const asksForSummary = (question: string): boolean => summary.test(question)
