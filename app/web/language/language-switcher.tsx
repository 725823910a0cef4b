import { m } from '~/paraglide/messages'
import { locales } from '~/paraglide/runtime'
import { classes } from '~/ui/classes.ts'
import { changeLanguage, type Locale, useLanguage } from './language.ts'

const names: Record<Locale, () => string> = { en: m.language_en, ja: m.language_ja }

/** The languages side by side, each in its own name. */
export function LanguageSwitcher({ className, onChange }: { className?: string; onChange?: (locale: Locale) => void }) {
  const current = useLanguage()
  return (
    <div role="group" aria-label={m.language()} className={classes('inline-flex rounded-md bg-sunken p-1', className)}>
      {locales.toReversed().map((locale) => (
        <button
          key={locale}
          type="button"
          lang={locale}
          aria-pressed={locale === current}
          onClick={() => {
            changeLanguage(locale)
            onChange?.(locale)
          }}
          className="h-8 rounded-sm px-4 text-sm text-muted transition-colors hover:text-ink aria-pressed:bg-raised aria-pressed:text-ink aria-pressed:shadow-raised"
        >
          {names[locale]()}
        </button>
      ))}
    </div>
  )
}
