import { m } from '~/paraglide/messages'
import { csvFile } from '~/provider/exports/csv.ts'
import { worstFirst } from './finding.ts'
import type { Report } from './report.ts'
import { verdictLabel } from './section.ts'

/** Every finding as a row of CSV, in the order of the answer; nothing in it runs when a spreadsheet opens it. */
export function reportCsv({ reviews, locale }: Report): Uint8Array {
  const header = [
    m.compliance_document({}, { locale }),
    m.compliance_number({}, { locale }),
    m.compliance_rule({}, { locale }),
    m.compliance_verdict({}, { locale }),
    m.compliance_pages({}, { locale }),
    m.compliance_evidence({}, { locale }),
    m.compliance_reason({}, { locale }),
  ]
  const rows = reviews.flatMap(({ file_name, findings }) =>
    worstFirst(findings).map(({ rule, verdict, quotes, reason }) => [
      file_name,
      String(rule.number),
      rule.text,
      verdictLabel(verdict, locale),
      [...new Set(quotes.map(({ page }) => page))].join(', '),
      quotes.map(({ words }) => words).join('\n'),
      reason,
    ]),
  )
  return csvFile([header, ...rows])
}
