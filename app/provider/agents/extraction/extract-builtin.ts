import type { Language } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { type FactKind, factKinds, factsOf } from '~/provider/builtin/facts/find-facts.ts'
import type { AttachedText } from '../attached-texts.ts'
import { namesIn, unlookedIn } from './asked-names.ts'
import type { Sheet } from './sheets.ts'

/** Words by which a question asks for one kind alone. */
const asked: Record<FactKind | 'table', RegExp> = {
  field: /\bfields?\b|項目|欄/i,
  date: /\b(dates?|deadlines?|when)\b|日付|期日|期限|年月日/i,
  amount: /\b(amounts?|prices?|costs?|fees?|totals?|money|sums?)\b|金額|価格|料金|費用|合計|税額/i,
  email: /\b(e-?mails?|contacts?)\b|メール|メアド|連絡先/i,
  phone: /\b((tele)?phones?|tel|mobiles?|fax|contacts?)\b|電話|携帯|ファックス|FAX|連絡先/i,
  percentage: /\b(percent(age)?s?|rates?|shares?)\b|割合|比率|率|パーセント/i,
  table: /\btables?\b|(?<!代)表(?![示現記明紙題])/i,
}

/** Tables that are given out at most. */
const maxTables = 50

/** What was taken, and how far it is what was asked for. */
export interface Taken {
  sheets: Sheet[]
  /** The kinds that the question names. */
  kinds: FactKind[]
  /** Where the question names no kind, column or field that was found, so that everything is given. */
  isEverything: boolean
  /** What the question asks for that is of no kind and no name that was found, as it is written. */
  unlooked: string[]
  /** Tables beyond those that are given out. */
  leftTables: number
}

/**
 * What can be taken from files without understanding them, each value with its file and page: fields, dates, sums of money,
 * addresses and numbers, in sentences and in the cells of tables; then the tables. A question that names some of these
 * kinds gets those alone, and one that names columns or fields of the files gets these.
 */
export function extractBuiltin(question: string, texts: AttachedText[], locale: Language): Taken {
  const kinds = factKinds.filter((kind) => asked[kind].test(question))
  const tablesAsked = asked.table.test(question)
  const pages = texts.flatMap(({ file_id, file_name, pages }) =>
    pages.map(({ page, text }) => ({ source: { file_id, file_name, page }, ...factsOf(text) })),
  )
  const names = kinds.length > 0 || tablesAsked ? new Set<string>() : namesIn(question, pages)
  const isNamed = (fact: { kind: FactKind; name: string }) => fact.kind === 'field' && names.has(fact.name)
  const wanted = kinds.length > 0 ? kinds : tablesAsked || names.size > 0 ? [] : factKinds
  const values: Sheet = {
    name: m.extraction_values({}, { locale }),
    header: [m.extraction_kind({}, { locale }), m.extraction_name({}, { locale }), m.extraction_value({}, { locale })],
    rows: pages.flatMap(({ source, facts }) =>
      facts
        .filter((fact) => wanted.includes(fact.kind) || isNamed(fact))
        .map(({ kind, name, value }) => ({ cells: [kindLabel(kind, locale), name, value], source })),
    ),
  }
  const tables = pages.flatMap(({ source, tables: found }) =>
    found
      .filter(({ header }) => names.size === 0 || header.some((name) => names.has(name)))
      .map(({ header, rows }): Sheet => ({
        name: m.extraction_table({ page: source.page }, { locale }),
        header,
        rows: rows.map((cells) => ({ cells, source })),
      })),
  )
  const wantedTables = kinds.length > 0 && !tablesAsked ? [] : tables
  return {
    sheets: [values, ...wantedTables.slice(0, maxTables)].filter(({ rows }) => rows.length > 0),
    kinds,
    isEverything: kinds.length === 0 && !tablesAsked && names.size === 0,
    unlooked: unlookedIn(question, [...Object.values(asked).filter((kind) => kind.test(question)), ...names]),
    leftTables: Math.max(0, wantedTables.length - maxTables),
  }
}

const kindLabels: Record<FactKind, (inputs: object, options: { locale: Language }) => string> = {
  field: m.extraction_kind_field,
  date: m.extraction_kind_date,
  amount: m.extraction_kind_amount,
  email: m.extraction_kind_email,
  phone: m.extraction_kind_phone,
  percentage: m.extraction_kind_percentage,
}

export const kindLabel = (kind: FactKind, locale: Language) => kindLabels[kind]({}, { locale })
