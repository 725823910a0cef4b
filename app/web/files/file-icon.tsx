import {
  BookOpen,
  File,
  FileCode,
  FileImage,
  FileMusic,
  FileSpreadsheet,
  FileText,
  type LucideIcon,
  Mail,
  Presentation,
} from 'lucide-react'
import type { StoredFile } from '~/contract/files.ts'
import { classes } from '~/ui/classes.ts'

const documents: Record<string, { icon: LucideIcon; colour: string } | undefined> = {
  pdf: { icon: FileText, colour: 'text-danger' },
  doc: { icon: FileText, colour: 'text-accent-text' },
  docx: { icon: FileText, colour: 'text-accent-text' },
  odt: { icon: FileText, colour: 'text-accent-text' },
  rtf: { icon: FileText, colour: 'text-accent-text' },
  html: { icon: FileCode, colour: 'text-muted' },
  htm: { icon: FileCode, colour: 'text-muted' },
  epub: { icon: BookOpen, colour: 'text-muted' },
  eml: { icon: Mail, colour: 'text-muted' },
  msg: { icon: Mail, colour: 'text-muted' },
  txt: { icon: FileText, colour: 'text-muted' },
  md: { icon: FileText, colour: 'text-muted' },
  csv: { icon: FileSpreadsheet, colour: 'text-success' },
  xls: { icon: FileSpreadsheet, colour: 'text-success' },
  ods: { icon: FileSpreadsheet, colour: 'text-success' },
  xlsb: { icon: FileSpreadsheet, colour: 'text-success' },
  xlsx: { icon: FileSpreadsheet, colour: 'text-success' },
  ppt: { icon: Presentation, colour: 'text-muted' },
  odp: { icon: Presentation, colour: 'text-muted' },
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
