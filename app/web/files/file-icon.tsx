import { File, FileImage, FileMusic, FileSpreadsheet, FileText, type LucideIcon, Presentation } from 'lucide-react'
import type { StoredFile } from '~/contract/files.ts'
import { classes } from '~/ui/classes.ts'

const documents: Record<string, { icon: LucideIcon; colour: string } | undefined> = {
  pdf: { icon: FileText, colour: 'text-danger' },
  doc: { icon: FileText, colour: 'text-accent-text' },
  docx: { icon: FileText, colour: 'text-accent-text' },
  txt: { icon: FileText, colour: 'text-muted' },
  md: { icon: FileText, colour: 'text-muted' },
  csv: { icon: FileSpreadsheet, colour: 'text-success' },
  xls: { icon: FileSpreadsheet, colour: 'text-success' },
  xlsx: { icon: FileSpreadsheet, colour: 'text-success' },
  ppt: { icon: Presentation, colour: 'text-muted' },
  pptx: { icon: Presentation, colour: 'text-muted' },
}

/** The kind of a file at a glance; its name says it in words. */
export function FileIcon({ file }: { file: Pick<StoredFile, 'name' | 'type'> }) {
  const { icon: Icon, colour } = lookOf(file)
  return <Icon aria-hidden strokeWidth={1.75} className={classes('size-5 shrink-0', colour)} />
}

function lookOf({ name, type }: Pick<StoredFile, 'name' | 'type'>) {
  if (type === 'image') return { icon: FileImage, colour: 'text-accent-text' }
  if (type === 'audio') return { icon: FileMusic, colour: 'text-muted' }
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return (Object.hasOwn(documents, extension) && documents[extension]) || { icon: File, colour: 'text-muted' }
}
