import type { Column } from '~/provider/sandbox/table.ts'
import { isMeasure } from './asked.ts'
import type { ColumnMention } from './mentions.ts'
import type { QuestionText } from './question-text.ts'

/** What stands after a column's name that is to group, or before it. */
const groupsBehind = / ?(?:別|ごと|毎|単位|それぞれ)(?:に|の)?/
const groupsBefore =
  /(?:\b(?:broken down |grouped |split )?(?:by|per|for each|for every|in each|each|every|across)(?: the)? |各)/
const joinsGroups = /(?:, | and |, and | & |と|や|・|、|×)/

/** Numbers of more values are measures, not names of groups. */
const maxGroups = 50
/** Whether a column may name groups. */
export const canGroup = (column: Column) =>
  !isMeasure(column) || (column.kind === 'integer' && column.profile.distinct <= maxGroups)

/** Columns that the question marks as what to group by, and those that are joined to one. */
export function markedGroups(question: QuestionText, mentions: ColumnMention[]): ColumnMention[] {
  const marked = new Set(
    mentions.filter(
      ({ at, end }) =>
        question.takeBefore(at, groupsBefore) !== undefined || question.takeAfter(end, groupsBehind) !== undefined,
    ),
  )
  const isJoined = (one: ColumnMention, next: ColumnMention) =>
    new RegExp(`^${joinsGroups.source}$`, 'u').test(question.text.slice(one.end, next.at))
  for (const [at, mention] of mentions.entries()) {
    const last = mentions[at - 1]
    if (last && marked.has(last) && mention.columns.every((one) => !isMeasure(one)) && isJoined(last, mention))
      marked.add(mention)
  }
  for (const [at, mention] of [...mentions.entries()].toReversed()) {
    const next = mentions[at + 1]
    if (next && marked.has(next) && mention.columns.every((one) => !isMeasure(one)) && isJoined(mention, next))
      marked.add(mention)
  }
  return mentions.filter((mention) => marked.has(mention))
}
