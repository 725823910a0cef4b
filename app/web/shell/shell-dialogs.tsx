import { lazyPopup } from '~/ui/lazy-popup.tsx'
import { PaletteKey } from '~/web/palette/palette-key.tsx'
import { Palette } from '~/web/palette/palette-part.ts'
import { hideDialog, type ShellDialog, useShownDialog } from './shown-dialog.ts'

const ShortcutsDialog = lazyPopup(() => import('./shortcuts-dialog.tsx'))
const LanguageDialog = lazyPopup(() => import('./language-dialog.tsx'))
const InstructionsDialog = lazyPopup(() => import('~/web/instructions/instructions-dialog.tsx'))
const PromptsDialog = lazyPopup(() => import('~/web/prompts/prompts-dialog.tsx'))

/** The dialogs that any page can open, each loaded when it first is. */
export function ShellDialogs() {
  const shown = useShownDialog()
  const dialog = (name: ShellDialog) => ({ open: shown === name, onClose: () => hideDialog(name) })
  return (
    <>
      <PaletteKey />
      <Palette {...dialog('palette')} />
      <ShortcutsDialog {...dialog('shortcuts')} />
      <LanguageDialog {...dialog('language')} />
      <InstructionsDialog {...dialog('instructions')} />
      <PromptsDialog {...dialog('prompts')} />
    </>
  )
}
