import { m } from '~/paraglide/messages'

/** What each shortcut does, by its key: for who asks for the list, and for the palette. */
export const shortcutLabels: Record<string, typeof m.nav_new_conversation> = {
  n: m.nav_new_conversation,
  i: m.shortcut_composer,
  '/': m.shortcut_search,
  c: m.shortcut_copy,
  b: m.shortcut_navigation,
  '?': m.shortcut_list,
}
