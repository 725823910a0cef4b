import { Link } from '@tanstack/react-router'
import { Files, Menu, MessageSquare, Search } from 'lucide-react'
import { m } from '~/paraglide/messages'
import { IconButton } from '~/ui/button.tsx'
import { Logo } from '~/ui/logo.tsx'
import { Palette } from '~/web/palette/palette-part.ts'
import { showDialog } from './shown-dialog.ts'
import { UserMenu } from './user-menu.tsx'

const iconLink =
  'inline-flex size-9 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink data-[status=active]:text-accent-text [&_svg]:size-[18px]'

/** The logo, the palette, the user menu and, on phones, the ways to chat, navigation and files. */
export const TopBar = ({ onToggle }: { onToggle: () => void }) => (
  <header className="flex h-14 items-center justify-between gap-2 border-b border-line px-3 md:px-4">
    <Link to="/chat/{-$conversationId}" params={{ conversationId: undefined }} className="inline-flex rounded-md">
      <Logo compact />
    </Link>
    <div className="flex items-center gap-1">
      <nav aria-label={m.nav_main()} className="flex items-center gap-1 md:hidden">
        <Link
          to="/chat/{-$conversationId}"
          params={{ conversationId: undefined }}
          aria-label={m.nav_chat()}
          className={iconLink}
        >
          <MessageSquare aria-hidden />
        </Link>
        <IconButton label={m.nav_show()} data-shortcut="navigation" onClick={onToggle}>
          <Menu aria-hidden />
        </IconButton>
        <Link to="/files/{-$fileId}" params={{ fileId: undefined }} aria-label={m.nav_files()} className={iconLink}>
          <Files aria-hidden />
        </Link>
      </nav>
      <IconButton
        label={m.palette_title()}
        aria-haspopup="dialog"
        onPointerEnter={Palette.preload}
        onFocus={Palette.preload}
        onClick={() => showDialog('palette')}
      >
        <Search aria-hidden />
      </IconButton>
      <UserMenu />
    </div>
  </header>
)
