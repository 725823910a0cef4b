import type { Outcome } from '../fault.ts'

/** What somebody wanted of the product. */
export type WishKind = 'question' | 'draft' | 'rename' | 'rating' | 'deletion' | 'upload'

export interface Wanted {
  kind: WishKind
  /** A word that nothing else has. */
  word: string
  /** Whether their tab has shown a notice since: it may have said that this is not done. */
  wasTold: boolean
  /** Whether their tab was loaded anew since: what it had not sent yet is gone, as anybody expects. */
  wasReloaded: boolean
}

/** What the product has in the end, and what the tabs still hold. */
export interface Kept {
  /** The texts of all questions that were asked. */
  questions: string[]
  /** What is in boxes and queues. */
  drafts: string
  /** The names of all files. */
  files: string[]
  /** The title of the conversation that was to be renamed. */
  title: string | undefined
  /** Whether the conversation is gone that was to be deleted. */
  isDeleted: boolean
  /** Whether an answer of the one that was to be rated is rated so. */
  isRated: boolean
  answers: { id: number; isDone: boolean; text: string }[]
}

export type Finding = [Exclude<keyof Outcome, 'tries' | 'notes'>, string]

/**
 * What of all that was wanted is lost, or done twice. A question is never lost, whatever was said or loaded; anything else may be
 * refused, and a new page forgets what was not sent.
 * @param isWhole whether a text is an answer to its end
 */
export function judge(wanted: Wanted[], kept: Kept, isWhole: (answer: string) => boolean): Finding[] {
  const names = wanted.filter(({ kind }) => kind === 'rename').map(({ word }) => word)
  const cut = kept.answers.filter(({ isDone, text }) => isDone && !isWhole(text))
  return [
    ...wanted.flatMap((one) => (isText(one) ? judgeText(one, kept) : judgeAct(one, kept, names))),
    ...cut.map(({ id }): Finding => ['lost', `words of answer ${id}`]),
  ]
}

const isText = ({ kind }: Wanted) => kind === 'question' || kind === 'draft'

function judgeText({ kind, word }: Wanted, { questions, drafts }: Kept): Finding[] {
  const times = questions.filter((text) => text.includes(word)).length
  if (times > 1) return [['doubled', `${kind} ${word} is asked ${times} times`]]
  return times === 0 && !drafts.includes(word) ? [['lost', `${kind} ${word}`]] : []
}

function judgeAct({ kind, word, wasTold, wasReloaded }: Wanted, kept: Kept, names: string[]): Finding[] {
  const files = kept.files.filter((name) => name === `${word}.txt`).length
  if (kind === 'upload' && files > 1) return [['doubled', `file ${word}`]]
  if (wasTold || wasReloaded) return []
  if (kind === 'upload' && files === 0) return [['lost', `file ${word}`]]
  // Of several names the last that arrived stands.
  if (kind === 'rename' && !names.includes(kept.title ?? '')) return [['lost', `the new name ${word}`]]
  if (kind === 'deletion' && !kept.isDeleted) return [['lost', `the deletion ${word}`]]
  if (kind === 'rating' && !kept.isRated) return [['lost', `the rating ${word}`]]
  return []
}
