import type { AgentType } from '~/contract/chat.ts'
import type { Entry } from '~/contract/conversations.ts'
import { m } from '~/paraglide/messages'
import { getLocale } from '~/paraglide/runtime'
import { agentLooks } from '../../agents/agent-looks.ts'
import { fileNameOf } from './file-name.ts'
import { markdownOf } from './markdown.ts'
import { saveText } from './save-text.ts'

export type ExportFormat = 'markdown' | 'json'

interface ExportedConversation {
  id: number
  title: string
  entries: readonly Entry[]
}

/** Saves a conversation on the reader's device: as Markdown to read, or as JSON, the entries as the API gives them. */
export function exportConversation({ id, title, entries }: ExportedConversation, format: ExportFormat) {
  if (format === 'json') {
    const json = JSON.stringify({ conversation: { id, title }, entries }, null, 2)
    saveText(fileNameOf(title, 'json', m.export_file_name()), 'application/json', json)
    return
  }
  const agentName = (agent: AgentType) => agentLooks[agent].name()
  const markdown = markdownOf({ title, entries, locale: getLocale(), agentName, now: new Date() })
  saveText(fileNameOf(title, 'md', m.export_file_name()), 'text/markdown;charset=utf-8', markdown)
}
