import { KeyRound } from 'lucide-react'

/** Where there is no key yet: what one is for. */
export const NoKeys = ({ title, hint }: { title: string; hint: string }) => (
  <div className="grid justify-items-center gap-2 px-6 py-16 text-center">
    <KeyRound aria-hidden className="size-8 text-faint" />
    <p className="font-medium">{title}</p>
    <p className="max-w-md text-sm text-muted [word-break:auto-phrase]">{hint}</p>
  </div>
)
