import type { Entry } from '~/contract/conversations.ts'
import { type Draft, emptyDraft } from '../composer/draft.ts'
import { questionIn } from '../entries.ts'

/** A question as a draft, to be changed and asked in another conversation: its text, files, agent and model. */
export function draftOf(entry: Entry | undefined): Draft {
  const question = entry && questionIn(entry)
  if (!question) return emptyDraft
  const files = entry.file_attachments.map((file) => ({ ...file, status: 'done' as const, status_reason: null }))
  return { ...emptyDraft, ...question, files }
}
