import type { Language } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import DialogPopup from '~/ui/dialog/dialog-popup.tsx'
import { toast } from '~/ui/toast.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { LanguageSwitcher } from '~/web/language/language-switcher.tsx'
import { setLanguage } from '~/web/language/language.functions.ts'
import { useMe } from '~/web/session/me.ts'

interface LanguageDialogProps {
  open: boolean
  onClose: () => void
}

/** The choice of the page's language, saved for the member. */
export default function LanguageDialog({ open, onClose }: LanguageDialogProps) {
  const { user_id: userId } = useMe()
  return (
    <DialogPopup open={open} onClose={onClose} title={m.language_dialog_title()} width="form">
      <LanguageSwitcher onChange={(language) => void saveLanguage(userId, language)} />
    </DialogPopup>
  )
}

/** Shows whether that worked; the page has changed already. */
async function saveLanguage(userId: number, language: Language): Promise<void> {
  try {
    await setLanguage({ data: { id: userId, language } })
    toast.success(m.language_saved())
  } catch (error) {
    toast.error(errorMessage(error))
  }
}
