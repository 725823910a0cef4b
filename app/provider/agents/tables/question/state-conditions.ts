import type { Column } from '~/provider/sandbox/table.ts'
import { type Condition, isMeasure, type NearMatch } from './asked.ts'
import type { ColumnMention } from './mentions.ts'
import type { QuestionText } from './question-text.ts'
import { isNo, isYes } from './yes-no.ts'

/** Conditions that name a column and no value of it. */
export interface StateConditions {
  conditions: Condition[]
  about: Set<ColumnMention>
  /** Which value a column's name was taken for. */
  taken: NearMatch[]
}

const missingBefore = /(?:\b(?:without|with no|have no|has no|had no|having no|lacking)(?: an?| any)? ?)/
const notBefore =
  /(?:\b(?:(?:are|is|were|was|have|has|did|do|does) )?(?:not|never)(?: yet)?(?: been| be| have| has)? ?|\bnon-? ?|\b(?:excluding|except(?: for)?)(?: the)? ?)/
const missingAfter =
  /(?: (?:is|are) (?:missing|empty|blank)|(?:が|は|の)?(?:ない|無い|なし|無し|空欄|空白|空|未入力|未記入|未設定)(?:の)?)/
const notAfter = /(?:以外|を除く|を除いた|を除いて|ではない|でない|じゃない|されていない|していない)(?:の)?/
const filledAfter = /(?:が|の)(?:ある|あり|入力済み?|記入済み?)(?:の)?/
/** What makes a column's name the name of groups, or of what is counted. */
const groupBefore = /(?:\b(?:by|per|each|every|different|distinct|unique)(?: the)? |各)$/
const groupAfter = /^(?: ?(?:別|ごと|毎|単位)|(?:の)?(?:種類)?数)/

/**
 * `remote employees`, `orders not returned`, 廃番の部品: a column of yes and no is named for its yes. `tickets that were
 * closed`, `employees without a manager`, 担当者がない: rows that have something in a column, or nothing.
 */
export function stateConditions(question: QuestionText, mentions: ColumnMention[]): StateConditions {
  const found: StateConditions = { conditions: [], about: new Set(), taken: [] }
  for (const mention of mentions) {
    const [column, ...others] = mention.columns
    const { at, end } = mention
    if (others.length > 0 || groupBefore.test(question.text.slice(0, at)) || groupAfter.test(question.text.slice(end)))
      continue
    const said = question.saidAt(mention)
    const flag = flagOf(column!)
    if (flag) {
      const isNot = takes(question, mention, [missingBefore, notBefore], [missingAfter, notAfter])
      if (!isNot) question.takeAfter(end, filledAfter)
      found.about.add(mention)
      found.conditions.push({ kind: 'values', column: column!, texts: flag, not: isNot })
      found.taken.push({ said, meant: flag, column: column! })
    } else if (takes(question, mention, [missingBefore], [missingAfter])) {
      // A number that is missing and one that is nought are not the same, and nobody can tell which of them is meant.
      if (isMeasure(column!) && column!.profile.missing === 0) continue
      found.about.add(mention)
      found.conditions.push({ kind: 'filled', column: column!, not: true })
    } else if (isDone(column!, said)) {
      found.about.add(mention)
      const isNot = takes(question, mention, [notBefore], [notAfter])
      found.conditions.push({ kind: 'filled', column: column!, not: isNot })
    } else if (!isMeasure(column!) && question.takeAfter(end, filledAfter) !== undefined) {
      found.about.add(mention)
      found.conditions.push({ kind: 'filled', column: column!, not: false })
    }
  }
  return found
}

/** Whether one of the patterns stands right before the mention, or right after it; it is used then. */
const takes = (question: QuestionText, { at, end }: ColumnMention, before: RegExp[], after: RegExp[]) =>
  before.some((pattern) => question.takeBefore(at, pattern) !== undefined) ||
  after.some((pattern) => question.takeAfter(end, pattern) !== undefined)

/** The values that mean yes, of a column that says yes or no, or yes or nothing. */
function flagOf({ kind, profile }: Column): string[] | undefined {
  const { distinct, missing, top } = profile
  if (kind !== 'text' || distinct > 2 || distinct > top.length || distinct + Math.min(missing, 1) < 2) return undefined
  const values = top.map(({ value }) => String(value))
  const affirmed = values.filter((value) => isYes(value))
  const isAll = values.every((value) => affirmed.includes(value) || isNo(value))
  return isAll && affirmed.length === 1 ? affirmed : undefined
}

/** The day on which something was done, by a word that says so: `closed`, of a column Closed or Closed at. */
const isDone = ({ kind }: Column, said: string) => kind === 'date' && /^[a-z]+ed$/i.test(said)
