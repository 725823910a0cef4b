import type { Language } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { type FactKind, factKinds, factsOf } from '~/provider/models/builtin/facts/find-facts.ts'
import type { AttachedText } from '../attached-texts.ts'
import type { Sheet } from './sheets.ts'

/** Words by which a question asks for one kind alone. */
const asked: Record<FactKind | 'table', RegExp> = {
  field: /\bfields?\b|項目|欄/i,
  date: /\b(dates?|deadlines?|when)\b|日付|期日|期限|年月日/i,
  amount: /\b(amounts?|prices?|costs?|fees?|totals?|money|sums?)\b|金額|価格|料金|費用|合計|税額/i,
  email: /\be-?mails?\b|メール|アドレス/i,
  phone: /\b(tele)?phones?( numbers?)?\b|電話/i,
  percentage: /\b(percent(age)?s?|rates?|shares?)\b|割合|比率|率|パーセント/i,
  table: /\btables?\b|表/i,
}

/** Tables that are given out at most. */
const mostTables = 50

/**
 * What can be taken from files without understanding them, each value with its file and page: fields, dates, sums of money,
 * addresses and numbers; then their tables. A question that names some of these kinds gets those alone.
 */
export function extractBuiltin(question: string, texts: AttachedText[], locale: Language): Sheet[] {
  const kinds = factKinds.filter((kind) => asked[kind].test(question))
  const tablesAsked = asked.table.test(question)
  const wanted = kinds.length > 0 ? kinds : tablesAsked ? [] : factKinds
  const pages = texts.flatMap(({ file_id, file_name, pages }) =>
    pages.map(({ page, text }) => ({ source: { file_id, file_name, page }, ...factsOf(text) })),
  )
  const values: Sheet = {
    name: m.extraction_values({}, { locale }),
    header: [m.extraction_kind({}, { locale }), m.extraction_name({}, { locale }), m.extraction_value({}, { locale })],
    rows: pages.flatMap(({ source, facts }) =>
      facts
        .filter(({ kind }) => wanted.includes(kind))
        .map(({ kind, name, value }) => ({ cells: [kindLabel(kind, locale), name, value], source })),
    ),
  }
  const tables = pages.flatMap(({ source, tables: found }) =>
    found.map(({ header, rows }): Sheet => ({
      name: m.extraction_table({ page: source.page }, { locale }),
      header,
      rows: rows.map((cells) => ({ cells, source })),
    })),
  )
  const named = kinds.length > 0 && !tablesAsked ? [] : tables.slice(0, mostTables)
  return [values, ...named].filter(({ rows }) => rows.length > 0)
}

const kindLabels: Record<FactKind, (inputs: object, options: { locale: Language }) => string> = {
  field: m.extraction_kind_field,
  date: m.extraction_kind_date,
  amount: m.extraction_kind_amount,
  email: m.extraction_kind_email,
  phone: m.extraction_kind_phone,
  percentage: m.extraction_kind_percentage,
}

const kindLabel = (kind: FactKind, locale: Language) => kindLabels[kind]({}, { locale })
