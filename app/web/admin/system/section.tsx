import { type ReactNode, useId } from 'react'
import type { SystemState } from '~/contract/system.ts'
import { StateBadge } from './state-badge.tsx'

interface SectionProps {
  title: string
  state?: SystemState
  /** What to do where it is not well. */
  advice?: string | undefined
  children: ReactNode
}

/** A part of the product, with its rows. */
export function Section({ title, state, advice, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-lg border border-line bg-surface">
      <header className="flex items-center justify-between gap-3 px-4 pt-4 pb-1">
        <h2 id={id} className="text-[15px] font-medium">
          {title}
        </h2>
        {state && <StateBadge state={state} />}
      </header>
      {advice && (
        <div className="px-4">
          <Advice>{advice}</Advice>
        </div>
      )}
      {children}
    </section>
  )
}

interface ItemProps {
  name: string
  /** What it is for. */
  hint?: string
  state: SystemState
  /** What to do where it is not well. */
  advice: string | undefined
  children?: ReactNode
}

/** One thing with a state of its own. */
export const Item = ({ name, hint, state, advice, children }: ItemProps) => (
  <li className="border-t border-line px-4 py-3 first:border-t-0">
    <div className="flex items-start justify-between gap-3">
      <p className="min-w-0 text-sm wrap-anywhere">
        <span className="font-medium">{name}</span>
        {hint && <span className="block text-muted">{hint}</span>}
      </p>
      <StateBadge state={state} />
    </div>
    {children && <div className="mt-1 text-sm text-muted">{children}</div>}
    {advice && <Advice>{advice}</Advice>}
  </li>
)

const Advice = ({ children }: { children: ReactNode }) => (
  <p className="mt-2 rounded-md bg-sunken px-3 py-2 text-sm text-ink">{children}</p>
)

/** Figures by their names. */
export const Figures = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1.5 px-4 pt-2 pb-4 text-sm">{children}</dl>
)

export const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="text-right tabular-nums">{children}</dd>
  </>
)
