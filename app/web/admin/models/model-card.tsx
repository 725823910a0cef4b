import { ArrowDown, ArrowUp } from 'lucide-react'
import { useId } from 'react'
import type { ManagedModel } from '~/contract/models.ts'
import { m } from '~/paraglide/messages'
import { IconButton } from '~/ui/button.tsx'
import { keepComposing } from '~/ui/form/keep-composing.ts'
import { Switch } from '~/ui/form/switch.tsx'
import { TextField } from '~/ui/form/text-field.tsx'
import { formatNumber } from '../format-number.ts'
import { amountIn, hasPrice, type ModelDraft, most } from './model-draft.ts'

interface ModelCardProps {
  draft: ModelDraft
  used: ManagedModel['used'] | undefined
  /** It is what the default stands for. */
  isDefault: boolean
  onChange: (draft: ModelDraft) => void
  /** Nothing where there is no place to go to. */
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
}

/** A model: its place, whether members see it and as what, and what it may cost a month. */
export function ModelCard({ draft, used, isDefault, onChange, onUp, onDown }: ModelCardProps) {
  const id = useId()
  const { name } = draft
  const change = (part: Partial<ModelDraft>) => onChange({ ...draft, ...part })
  const amount = (key: 'inputPrice' | 'outputPrice' | 'limit', label: string, atMost: number, hint?: string) => (
    <TextField
      label={label}
      value={draft[key]}
      inputMode="decimal"
      autoComplete="off"
      placeholder={m.models_no_amount()}
      error={amountIn(draft[key], atMost) === undefined ? m.models_amount_wrong() : undefined}
      {...(hint && { hint })}
      onChange={({ currentTarget }) => change({ [key]: currentTarget.value })}
      onKeyDown={keepComposing}
    />
  )
  return (
    <section role="group" aria-labelledby={id} className="rounded-lg border border-line bg-surface">
      <header className="flex items-center gap-1 py-2 pr-4 pl-2">
        <IconButton label={m.models_up({ name })} disabled={!onUp} onClick={onUp}>
          <ArrowUp aria-hidden />
        </IconButton>
        <IconButton label={m.models_down({ name })} disabled={!onDown} onClick={onDown}>
          <ArrowDown aria-hidden />
        </IconButton>
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5 gap-y-0.5 px-2">
          <h2 id={id} className="text-[15px] font-medium wrap-anywhere">
            {name}
          </h2>
          {isDefault && (
            <span className="rounded-sm bg-accent-soft px-1.5 py-0.5 text-xs whitespace-nowrap text-accent-text">
              {m.model_adaptive()}
            </span>
          )}
        </div>
        <Switch
          label={m.models_shown({ name })}
          checked={!draft.isHidden}
          onChange={(shown) => change({ isHidden: !shown })}
        />
      </header>
      <div className="grid items-start gap-4 border-t border-line px-4 py-4 sm:grid-cols-2">
        <TextField
          label={m.models_label()}
          value={draft.label}
          maxLength={60}
          autoComplete="off"
          placeholder={name}
          onChange={({ currentTarget }) => change({ label: currentTarget.value })}
          onKeyDown={keepComposing}
        />
        {amount(
          'limit',
          hasPrice(draft) ? m.models_limit_money() : m.models_limit_tokens(),
          most.limit,
          used && usedText(used),
        )}
        {amount('inputPrice', m.models_input_price(), most.price)}
        {amount('outputPrice', m.models_output_price(), most.price)}
      </div>
    </section>
  )
}

/** What it was used for, by the prices that are saved. */
const usedText = ({ input_tokens, output_tokens, amount }: ManagedModel['used']) =>
  m.models_used({
    amount: formatNumber(amount),
    input: formatNumber(input_tokens),
    output: formatNumber(output_tokens),
  })
