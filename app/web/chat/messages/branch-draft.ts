import type { Entry } from '~/contract/conversations.ts'
import { type Draft, emptyDraft } from '../composer/draft.ts'

/** A question as a draft, to be changed and asked in another conversation: its text, files, agent and model. */
export function draftOf(entry: Entry | undefined): Draft {
  if (entry?.content.version !== 1) return emptyDraft
  const { user_prompt: text, selected_pipeline: agent, selected_model: model } = entry.content
  const files = entry.file_attachments.map((file) => ({ ...file, status: 'done' as const, status_reason: null }))
  return { ...emptyDraft, text, agent, model, files }
}
