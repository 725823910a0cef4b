import { foldName } from './question-text.ts'

const yes = new Set(
  ['yes', 'y', 'true', 't', '1', 'はい', '有', 'あり', '有り', '済', '済み', '○', '〇', '◯', '✓', '✔', '●'].map(
    foldName,
  ),
)
const no = new Set(['no', 'n', 'false', 'f', '0', 'いいえ', '無', 'なし', '無し', '未', '×', '✕', '✗'].map(foldName))

/** Whether a cell says yes, or that something is there or done. */
export const isYes = (value: string) => yes.has(foldName(value))

/** Whether a cell says no. */
export const isNo = (value: string) => no.has(foldName(value))
