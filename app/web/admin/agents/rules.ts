import { maxRuleLength, maxRules } from '~/contract/defaults.ts'

const lineBreak = /\r\n|\r|\n/

/** The rules of a text: its lines, without those that say nothing. */
export const rulesOf = (text: string): string[] =>
  text
    .split(lineBreak)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Whether a typed text holds other rules than the saved ones, of which one may have several lines where a program saved it. */
export const isChanged = (draft: string | undefined, saved: readonly string[]): boolean =>
  draft !== undefined && rulesOf(draft).join('\n') !== rulesOf(saved.join('\n')).join('\n')

/** The rules as a CSV file holds them: numbered under a header, followed by empty columns. */
export const rulesOfCsv = (csv: string): string[] =>
  rulesOf(
    csv
      .split(lineBreak)
      .slice(1)
      .map((line) => line.replace(/^\d+,/, '').replaceAll(',,,', ''))
      .join('\n'),
  )

/** Why rules cannot be saved: there are too many, or one, counted from 1, is too long. */
export function rulesProblem(rules: readonly string[]): 'too_many' | { tooLong: number } | undefined {
  if (rules.length > maxRules) return 'too_many'
  const long = rules.findIndex((rule) => rule.length > maxRuleLength)
  return long === -1 ? undefined : { tooLong: long + 1 }
}
