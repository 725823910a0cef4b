import type { ManagedModel, ModelSettings } from '~/contract/models.ts'

/** What is typed of a model. */
export interface ModelDraft {
  name: string
  label: string
  isHidden: boolean
  inputPrice: string
  outputPrice: string
  limit: string
}

const textOf = (number: number | null) => (number === null ? '' : String(number))

export const draftOf = (model: ManagedModel): ModelDraft => ({
  name: model.name,
  label: model.label ?? '',
  isHidden: model.is_hidden,
  inputPrice: textOf(model.input_price),
  outputPrice: textOf(model.output_price),
  limit: textOf(model.monthly_limit),
})

/** The most that a price, and a limit, may be. */
export const most = { price: 1_000_000, limit: Number.MAX_SAFE_INTEGER }

/** The number that a text says, with digits of any width, grouped or not. None where it is empty; undefined where it says none. */
export function amountIn(text: string, atMost: number): number | null | undefined {
  const digits = text.normalize('NFKC').replace(/[\s,]/g, '')
  if (digits === '') return null
  const amount = /^\d+(\.\d+)?$/.test(digits) ? Number(digits) : Number.NaN
  return amount <= atMost ? amount : undefined
}

/** What a draft says; undefined where one of its numbers is none. */
export function settingsIn({ name, label, isHidden, ...typed }: ModelDraft): ModelSettings | undefined {
  const input_price = amountIn(typed.inputPrice, most.price)
  const output_price = amountIn(typed.outputPrice, most.price)
  const monthly_limit = amountIn(typed.limit, most.limit)
  if (input_price === undefined || output_price === undefined || monthly_limit === undefined) return undefined
  return { name, label: label.trim() || null, is_hidden: isHidden, input_price, output_price, monthly_limit }
}

/** Whether a model has a price, so that its limit is money. */
export const hasPrice = ({ inputPrice, outputPrice }: ModelDraft) =>
  inputPrice.trim() !== '' || outputPrice.trim() !== ''

/** A list with one of its items a place further up or down; the same where there is none. */
export function moved<Item>(items: readonly Item[], index: number, by: 1 | -1): Item[] {
  const next = [...items]
  const other = next[index + by]
  if (other === undefined) return next
  next[index + by] = next[index]!
  next[index] = other
  return next
}
