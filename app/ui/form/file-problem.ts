import { m } from '~/paraglide/messages'
import { getLocale } from '~/paraglide/runtime'

export interface FileBounds {
  /** Extensions in lower case, with their dot. */
  accept: string[]
  /** A file of as many bytes is too large. */
  maxBytes?: number | undefined
}

const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** Why a file is not taken, in words; undefined where it is. */
export function fileProblem({ name, size }: Pick<File, 'name' | 'size'>, { accept, maxBytes }: FileBounds) {
  const type = /\.[^.]*$/.exec(name)?.[0].toLowerCase() ?? ''
  if (!accept.includes(type)) return m.file_input_invalid_type({ type: type || name, allowed: accept.join(', ') })
  if (maxBytes === undefined || size < maxBytes) return undefined
  const [unit, bytes] = maxBytes >= megabyte ? (['MB', megabyte] as const) : (['KB', kilobyte] as const)
  return m.file_input_too_large({ size: oneDecimal(size / bytes), max: oneDecimal(maxBytes / bytes), unit })
}

const oneDecimal = (value: number) =>
  new Intl.NumberFormat(getLocale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value)
