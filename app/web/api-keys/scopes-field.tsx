import { useId } from 'react'
import type { Scope } from '~/contract/api-keys.ts'
import { m } from '~/paraglide/messages'
import { scopeHint, scopeLabel } from './scope-text.ts'

interface ScopesFieldProps {
  /** Those that can be chosen. */
  scopes: readonly Scope[]
  chosen: readonly Scope[]
  onChoose: (scopes: Scope[]) => void
}

/** What a key is for: each with what it lets a program do. */
export function ScopesField({ scopes, chosen, onChoose }: ScopesFieldProps) {
  const id = useId()
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-1.5 text-sm font-medium">{m.api_keys_col_scopes()}</legend>
      {scopes.map((scope) => (
        <div key={scope} className="flex items-start gap-3">
          <input
            type="checkbox"
            id={`${id}-${scope}`}
            checked={chosen.includes(scope)}
            aria-describedby={`${id}-${scope}-hint`}
            onChange={({ currentTarget }) =>
              onChoose(scopes.filter((one) => (one === scope ? currentTarget.checked : chosen.includes(one))))
            }
            className="mt-1 size-4 shrink-0 cursor-pointer accent-accent"
          />
          <label htmlFor={`${id}-${scope}`} className="cursor-pointer">
            <span className="block text-[15px]">{scopeLabel(scope)}</span>
            <span id={`${id}-${scope}-hint`} aria-hidden className="block text-sm text-muted">
              {scopeHint(scope)}
            </span>
          </label>
        </div>
      ))}
    </fieldset>
  )
}
