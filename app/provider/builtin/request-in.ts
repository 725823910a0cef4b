/** Characters that rules read of a question. */
const longest = 2_000

/**
 * What rules read of a question: its beginning and its end, between which it may bring a long text along. Their patterns look from
 * each word for another one behind it, which takes time by the square of a text's length: minutes for the longest questions.
 */
export const requestIn = (question: string): string =>
  question.length <= longest ? question : `${question.slice(0, longest / 2)}\n${question.slice(-longest / 2)}`
