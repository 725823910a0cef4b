import { m } from '~/paraglide/messages'
import DialogPopup from '~/ui/dialog/dialog-popup.tsx'
import { LanguageSwitcher } from '~/web/language/language-switcher.tsx'
import { saveLanguage } from '~/web/language/save-language.ts'

interface LanguageDialogProps {
  open: boolean
  onClose: () => void
  userId: number
}

/** The choice of the page's language, saved for the member. */
export default function LanguageDialog({ open, onClose, userId }: LanguageDialogProps) {
  return (
    <DialogPopup open={open} onClose={onClose} title={m.language_dialog_title()} width="form">
      <LanguageSwitcher onChange={(language) => void saveLanguage(userId, language)} />
    </DialogPopup>
  )
}
