import { Upload } from 'lucide-react'
import type { ChangeEvent } from 'react'
import { type FileBounds, fileProblem } from './file-problem.ts'
import { toast } from '../toast.ts'

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
