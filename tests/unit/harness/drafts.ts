import type { DraftFile, Question } from '~/web/chat/composer/draft.ts'

export const storedFile = (id: number, change: Partial<DraftFile> = {}): DraftFile => ({
  id,
  name: `${id}.pdf`,
  size: 1000,
  mime_type: 'application/pdf',
  status: 'done',
  status_reason: null,
  ...change,
})

/** A file that is still being uploaded. */
export function uploading(upload: number): DraftFile {
  const { id: _, ...file } = storedFile(0)
  return { ...file, upload, status: 'uploading' }
}

export const question = (id: string, change: Partial<Question> = {}): Question => ({
  id,
  text: `question ${id}`,
  agent: 'auto_ai',
  model: 'adaptive',
  files: [],
  afterAnswer: false,
  sent: false,
  ...change,
})
