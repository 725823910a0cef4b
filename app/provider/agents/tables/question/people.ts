import type { Table } from '~/provider/sandbox/table.ts'
import { isMeasure, isUnique } from './asked.ts'
import type { Roles } from './column-roles.ts'
import type { ColumnMention } from './mentions.ts'
import type { QuestionText, Span } from './question-text.ts'

const people =
  /name|assignee|employee|customer|client|\brep\b|person|staff|member|\buser|owner|author|player|student|manager|氏名|名前|担当|社員|申請者|顧客|得意先|選手/i

/** Counts the rows where each is a person, and otherwise the different people in them. */
export function countPeople(roles: Roles, place: Span, question: QuestionText, table: Table): void {
  const named = table.columns.filter((column) => !isMeasure(column) && people.test(column.label))
  if (named.some((column) => isUnique(column, table))) return
  const said = question.saidAt(place)
  const [first] = named
  if (!first) roles.unused.push(said)
  else if (named.some(({ profile }) => profile.distinct !== first.profile.distinct))
    roles.ambiguous.push({ said, columns: named })
  else {
    roles.counted = first
    roles.taken.push({ said, meant: [first.label], column: first })
  }
}

/** The columns that name people, where a superlative asks 'who' at this place. */
export function peopleSought(place: Span | undefined, { columns }: Table): ColumnMention | undefined {
  const named = columns.filter(({ kind, label }) => kind === 'text' && people.test(label))
  const names = named.filter(({ label }) => /name|氏名|名前/i.test(label))
  return place && named.length > 0 ? { ...place, columns: names.length === 1 ? names : named } : undefined
}
