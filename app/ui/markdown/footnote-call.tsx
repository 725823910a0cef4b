import { createContext, type ReactNode, useContext, useId, useMemo } from 'react'
import { m } from '~/paraglide/messages'
import { InLink } from './in-link.ts'

interface FootnoteNumbers {
  /** What makes the ids of an answer's footnotes its own. */
  id: string
  /** The number of each footnote by its label. */
  numbers: ReadonlyMap<string, number>
}

export const FootnoteContext = createContext<FootnoteNumbers>({ id: '', numbers: new Map() })

/** Numbers an answer's footnotes. `labels`, one a line, are in the order of their numbers. */
export function FootnoteNumbering({ labels, children }: { labels: string; children: ReactNode }) {
  const id = useId()
  const value = useMemo(
    () => ({ id, numbers: new Map(labels.split('\n').map((label, index) => [label, index + 1] as const)) }),
    [id, labels],
  )
  return <FootnoteContext value={value}>{children}</FootnoteContext>
}

/** The raised number that leads to a footnote; the source of the call where there is no such footnote. */
export function FootnoteCall({ label }: { label: string }) {
  const { id, numbers } = useContext(FootnoteContext)
  const inLink = useContext(InLink)
  const number = numbers.get(`^${label}`.toLowerCase().toUpperCase())
  if (!number) return `[^${label}]`
  if (inLink) return <sup>{number}</sup>
  return (
    <sup>
      <button
        type="button"
        className="text-accent-text"
        aria-label={m.footnote({ number })}
        onClick={() => document.getElementById(`${id}-${number}`)?.focus()}
      >
        {number}
      </button>
    </sup>
  )
}
