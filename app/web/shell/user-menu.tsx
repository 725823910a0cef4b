import { m } from '~/paraglide/messages'
import { lazyPopup } from '~/ui/lazy-popup.tsx'
import { useMenuButton } from '~/ui/menu/menu.tsx'
import { useMe } from '~/web/session/me.ts'

const UserMenuPopup = lazyPopup(() => import('./user-menu-popup.tsx'))

/** Avatar and name; they open the account menu. */
export function UserMenu() {
  const me = useMe()
  // The name falls back to the part of the address before the @.
  const name = me.name ?? me.email.split('@')[0] ?? ''
  const { button, menu } = useMenuButton(m.user_menu(), UserMenuPopup.preload)
  return (
    <>
      <button {...button} className="flex h-10 items-center gap-2.5 rounded-md py-1 pr-2.5 pl-1.5 hover:bg-sunken">
        <Avatar name={name} picture={me.picture} />
        <span className="max-w-40 truncate text-sm max-sm:hidden">{name}</span>
      </button>
      <UserMenuPopup {...menu} name={name} />
    </>
  )
}

/** A person's picture, or the first letter of the name. */
const Avatar = ({ name, picture }: { name: string; picture: string | null }) =>
  picture?.startsWith('https://') ? (
    <img src={picture} alt="" referrerPolicy="no-referrer" className="size-7 rounded-full object-cover" />
  ) : (
    <span
      aria-hidden
      className="grid size-7 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-text uppercase"
    >
      {name.slice(0, 1)}
    </span>
  )
