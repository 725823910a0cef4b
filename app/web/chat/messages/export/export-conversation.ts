import type { AgentType } from '~/contract/chat.ts'
import type { Entry } from '~/contract/conversations.ts'
import { m } from '~/paraglide/messages'
import { getLocale } from '~/paraglide/runtime'
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
    saveText(fileNameOf(title, 'json', m.export_file_name()), 'application/json', json)
    return
  }
  const agentName = (agent: AgentType) => agentLooks[agent].name()
  const markdown = markdownOf({ title, entries, locale: getLocale(), agentName, now: new Date() })
  saveText(fileNameOf(title, 'md', m.export_file_name()), 'text/markdown;charset=utf-8', markdown)
}

/** Saves text as a file on the reader's device. */
function saveText(name: string, type: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has taken hold of it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
