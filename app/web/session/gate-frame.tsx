import type { ReactNode } from 'react'
import { Logo } from '~/ui/logo.tsx'
import { LanguageSwitcher } from '~/web/language/language-switcher.tsx'

/** The page around everything that is shown to someone who is not in: name, card, language. */
export const GateFrame = ({ children }: { children: ReactNode }) => (
  <main className="flex min-h-dvh flex-col items-center px-4 py-8 sm:justify-center sm:py-12">
    <Logo className="mb-7" />
    <section className="relative grid w-full max-w-[400px] gap-5 rounded-xl border border-line bg-surface p-6 shadow-raised sm:p-8">
      {children}
    </section>
    <LanguageSwitcher className="mt-6" />
  </main>
)
