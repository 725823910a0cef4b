import { Link } from '@tanstack/react-router'
import { ChevronDown, Files, History, PanelLeftClose, SquarePen } from 'lucide-react'
import { m } from '~/paraglide/messages'
import { IconButton } from '~/ui/button.tsx'
import { classes } from '~/ui/classes.ts'
import { ChatHistory } from '~/web/chat/history/chat-history.tsx'
import { historyVisible } from './navigation-visible.ts'

const item =
  'flex h-10 w-full items-center gap-3 rounded-md px-3 text-left text-[15px] text-ink transition-colors hover:bg-sunken [&_svg]:size-[18px] [&_svg]:text-muted'

interface NavigationProps {
  onHide: () => void
  /** Called when a link leads away; a drawer then closes. */
  onNavigate?: () => void
}

/** New conversation, history, files. */
export function Navigation({ onHide, onNavigate }: NavigationProps) {
  const showHistory = historyVisible.use()
  return (
    <nav aria-label={m.nav_main()} className="flex min-h-0 w-full flex-col gap-0.5 p-2">
      <div className="flex items-center gap-1">
        <Link
          to="/chat/{-$conversationId}"
          params={{ conversationId: undefined }}
          onClick={onNavigate}
          className={item}
          activeOptions={{ exact: true }}
        >
          <SquarePen aria-hidden />
          {m.nav_new_conversation()}
        </Link>
        <IconButton label={m.nav_hide()} data-shortcut="navigation" onClick={onHide}>
          <PanelLeftClose aria-hidden />
        </IconButton>
      </div>
      <Link
        to="/files/{-$fileId}"
        params={{ fileId: undefined }}
        onClick={onNavigate}
        className={classes(item, 'data-[status=active]:bg-sunken')}
      >
        <Files aria-hidden />
        {m.nav_files()}
      </Link>
      <button
        type="button"
        aria-expanded={showHistory}
        onClick={() => historyVisible.set(!showHistory)}
        className={item}
      >
        <History aria-hidden />
        {m.nav_chat_history()}
        <ChevronDown aria-hidden className={classes('ml-auto transition-transform', !showHistory && '-rotate-90')} />
      </button>
      {showHistory && <ChatHistory onNavigate={onNavigate} />}
    </nav>
  )
}
