import { Upload } from 'lucide-react'
import type { ChangeEvent } from 'react'
import { toast } from '../toast.ts'
import { m } from '~/paraglide/messages'
import { getLocale } from '~/paraglide/runtime'

interface FileInputProps extends FileBounds {
  label: string
  onFile: (file: File) => void
}

/** A button that takes one file. One that does not fit is refused with a notice. */
export function FileInput({ label, onFile, ...bounds }: FileInputProps) {
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // The same file can be chosen again, and a refused one is not kept.
    target.value = ''
    if (!file) return
    const problem = fileProblem(file, bounds)
    if (problem) toast.error(problem)
    else onFile(file)
  }
  return (
    <label className="inline-flex h-10 cursor-pointer items-center gap-2 rounded-md border border-line bg-surface px-4 text-[15px] font-medium transition-colors select-none hover:border-line-strong hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <Upload aria-hidden className="size-4 text-muted" />
      {label}
      <input type="file" accept={bounds.accept.join(',')} onChange={onChange} className="sr-only" />
    </label>
  )
}

interface FileBounds {
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
