import type { Reference } from '~/contract/chat.ts'
import type { Language } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { cite } from '~/provider/builtin/compose-answer.ts'
import { escapeMarkdown } from '~/provider/builtin/quote.ts'
import { markdownTable } from '../markdown-table.ts'
import { truncate } from '../truncate.ts'
import { countsOf, type Finding, type Quote, type Review, type Verdict, verdicts, worstFirst } from './finding.ts'
import { inQuotationMarks } from '../quotation-marks.ts'

/** Characters that a cell of the answer shows of a rule and of a quote; the report has them whole. */
const longest = { rule: 160, quote: 240 }

const labels: Record<Verdict, (inputs: object, options: { locale: Language }) => string> = {
  violated: m.compliance_violated,
  unclear: m.compliance_unclear,
  met: m.compliance_met,
}

export const verdictLabel = (verdict: Verdict, locale: Language): string => labels[verdict]({}, { locale })

/** How often each verdict was given, in words. */
function countsLine(findings: Finding[], locale: Language): string {
  const counts = countsOf(findings)
  return verdicts.map((verdict) => `${verdictLabel(verdict, locale)} ${counts[verdict]}`).join(' · ')
}

/**
 * A document's findings in Markdown, the worst first, as many as `shown`. Each quote cites its page; `references` gets what
 * is cited.
 */
export function sectionOf(review: Review, references: Reference[], shown: number, locale: Language): string {
  const { file_name, findings, notes } = review
  const title = `### ${escapeMarkdown(file_name)}`
  const asides = notes.map((note) => `*${note}*`)
  if (findings.length === 0) return [title, ...asides].join('\n\n')
  const rows = worstFirst(findings)
    .slice(0, shown)
    .map((finding) => cellsOf(finding, review, references, locale))
  const header = [m.compliance_verdict({}, { locale }), m.compliance_rule_and_evidence({}, { locale })]
  const more = findings.length > shown ? [m.compliance_more({ rules: findings.length - shown }, { locale })] : []
  return [title, countsLine(findings, locale), markdownTable(header, rows), ...more, ...asides].join('\n\n')
}

function cellsOf(
  { rule, verdict, quotes, reason }: Finding,
  review: Review,
  references: Reference[],
  locale: Language,
) {
  const label = verdictLabel(verdict, locale)
  const evidence = [...quotes.map((quote) => cited(quote, review, references, locale)), escapeMarkdown(reason)]
  const title = `**${rule.number}\\. ${escapeMarkdown(truncate(rule.text, longest.rule))}**`
  // Of two columns both fit beside each other; a third would be out of sight.
  return [verdict === 'violated' ? `**${label}**` : label, [title, ...evidence].filter(Boolean).join(' ')]
}

function cited(
  { page, words }: Quote,
  { file_id, file_name }: Review,
  references: Reference[],
  locale: Language,
): string {
  const { id } = cite(references, { file_id, file_name, page, url: null }, words)
  return `${inQuotationMarks(escapeMarkdown(truncate(words, longest.quote)), locale)} [:&${id}]`
}
