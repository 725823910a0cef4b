import type { AgentType } from '~/contract/chat.ts'
import type { Entry } from '~/contract/conversations.ts'
import { m } from '~/paraglide/messages'
import { getLocale } from '~/paraglide/runtime'
import { saveBlob } from '~/ui/save-file.ts'
import { agentLooks } from '../../agents/agent-looks.ts'
import { fileNameOf } from './file-name.ts'
import { markdownOf } from './markdown.ts'

export type ExportFormat = 'markdown' | 'json'

interface ExportedConversation {
  id: number
  title: string
  entries: readonly Entry[]
}

/** Saves a conversation on the reader's device: as Markdown to read, or as JSON, the entries as the API returns them. */
export function exportConversation({ id, title, entries }: ExportedConversation, format: ExportFormat) {
  if (format === 'json') {
    const json = JSON.stringify({ conversation: { id, title }, entries }, null, 2)
    saveBlob(fileNameOf(title, 'json', m.export_file_name()), new Blob([json], { type: 'application/json' }))
    return
  }
  const agentName = (agent: AgentType) => agentLooks[agent].name()
  const markdown = markdownOf({ title, entries, locale: getLocale(), agentName, now: new Date() })
  saveBlob(fileNameOf(title, 'md', m.export_file_name()), new Blob([markdown], { type: 'text/markdown;charset=utf-8' }))
}
