const summary =
  /\b(summar|overview|outline|gist|key (points|findings)|main (points|ideas)|tl;?dr|what (is|are) (this|these|it|they)( \w+)? about)|要約|まとめ|概要|要点|要旨|あらまし|ポイント|何が書/i

/** Whether a question wants to know what files are about, rather than something that stands in them. */
export const asksForSummary = (question: string): boolean => summary.test(question)
