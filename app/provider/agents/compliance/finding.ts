/** What comes of a rule for a document, the worst first. */
export const verdicts = ['violated', 'unclear', 'met'] as const
export type Verdict = (typeof verdicts)[number]

/** A rule of the organisation; its place among them, from 1, is how reports call it. */
export interface Rule {
  number: number
  text: string
}

/** Words of a document, verbatim, with the page that has them. */
export interface Quote {
  page: number
  words: string
}

/** How a document stands to a rule. A verdict without quotes rests on what the document does not say. */
export interface Finding {
  rule: Rule
  verdict: Verdict
  quotes: Quote[]
  /** In the language of the answer; may be empty. */
  reason: string
}

/** A document with all its findings. */
export interface Review {
  file_id: number
  file_name: string
  findings: Finding[]
  /** What a reader has to know of how the document was read. */
  notes: string[]
}

/** The worst first; of one verdict in the order of the rules. */
export const worstFirst = (findings: Finding[]): Finding[] =>
  findings.toSorted(
    (a, b) => verdicts.indexOf(a.verdict) - verdicts.indexOf(b.verdict) || a.rule.number - b.rule.number,
  )

/** How many findings there are of each verdict. */
export const countsOf = (findings: Finding[]): Record<Verdict, number> => ({
  violated: findings.filter(({ verdict }) => verdict === 'violated').length,
  unclear: findings.filter(({ verdict }) => verdict === 'unclear').length,
  met: findings.filter(({ verdict }) => verdict === 'met').length,
})
