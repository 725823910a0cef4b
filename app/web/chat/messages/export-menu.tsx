import { useQueryClient } from '@tanstack/react-query'
import { Braces, Ellipsis, FileText } from 'lucide-react'
import { m } from '~/paraglide/messages'
import { Menu } from '~/ui/menu/menu.tsx'
import { toast } from '~/ui/toast.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { entriesQuery } from '../queries.ts'
import type { ExportFormat } from './export/export-conversation.ts'

/** The ways to take a conversation along. */
export function ExportMenu({ conversationId, title }: { conversationId: number; title: string }) {
  const queryClient = useQueryClient()
  const save = async (format: ExportFormat) => {
    try {
      const [{ exportConversation }, { data: entries }] = await Promise.all([
        import('./export/export-conversation.ts'),
        queryClient.fetchQuery({ ...entriesQuery(conversationId), staleTime: 0 }),
      ])
      exportConversation({ id: conversationId, title, entries }, format)
    } catch (error) {
      toast.error(errorMessage(error))
    }
  }
  return (
    <Menu
      label={m.conversation_actions()}
      className="inline-flex size-9 shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-sunken hover:text-ink"
      groups={[
        [
          { label: m.export_markdown(), icon: <FileText aria-hidden />, onSelect: () => save('markdown') },
          { label: m.export_json(), icon: <Braces aria-hidden />, onSelect: () => save('json') },
        ],
      ]}
    >
      <Ellipsis aria-hidden className="size-[18px]" />
    </Menu>
  )
}
