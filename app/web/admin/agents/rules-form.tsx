import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { Agent } from '~/contract/agents.ts'
import { maxRuleLength, maxRules } from '~/contract/defaults.ts'
import { m } from '~/paraglide/messages'
import { getLocale } from '~/paraglide/runtime'
import { ErrorBanner } from '~/ui/banner.tsx'
import { Button } from '~/ui/button.tsx'
import { ConfirmDialog } from '~/ui/dialog/confirm-dialog.tsx'
import { csvText } from '~/ui/csv/encoding.ts'
import { FileInput } from '~/ui/form/file-input.tsx'
import { toast } from '~/ui/toast.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { createDraft } from '../draft.ts'
import { LeaveGuard } from '../leave-guard.tsx'
import { isChanged, rulesOf, rulesOfCsv, rulesProblem } from './rules.ts'
import { saveRules } from './save-agent.ts'

/** Bytes: more than the longest rules come to, in any encoding. */
const largestCsv = 8 * 1024 * 1024

const rulesDraft = createDraft<string>()

/** The rules of the compliance review, one a line, typed or from a CSV file. */
export function RulesForm({ agent }: { agent: Agent }) {
  const queryClient = useQueryClient()
  const id = useId()
  const saved = agent.properties?.rules ?? []
  const draft = rulesDraft.use()
  const [offered, setOffered] = useState<string>()
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string>()

  const text = draft ?? saved.join('\n')
  const rules = rulesOf(text)
  const changed = isChanged(draft, saved)
  const problem = problemText(rules)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setSaving(true)
    setFailure(undefined)
    try {
      await saveRules(queryClient, agent, rules)
      rulesDraft.set(undefined)
    } catch (error) {
      setFailure(errorMessage(error))
    } finally {
      setSaving(false)
    }
  }

  const takeFile = async (file: File) => {
    const read = await csvText(file).then(rulesOfCsv, () => undefined)
    if (!read) toast.error(m.rules_form_unreadable())
    else if (read.length === 0) toast.error(m.rules_form_no_rules())
    else if (changed) setOffered(read.join('\n'))
    else rulesDraft.set(read.join('\n'))
  }

  return (
    <form onSubmit={save} className="grid gap-3">
      <LeaveGuard active={changed} text={m.rules_form_leave_text()} onLeave={() => rulesDraft.set(undefined)} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <label htmlFor={id} className="text-sm font-medium">
            {m.rules_form_label()}
          </label>
          <p id={`${id}-hint`} className="text-sm text-muted">
            {m.rules_form_hint()}
          </p>
        </div>
        <FileInput
          label={m.rules_form_upload()}
          accept={['.csv']}
          maxBytes={largestCsv}
          onFile={(file) => void takeFile(file)}
        />
      </div>
      {failure !== undefined && <ErrorBanner>{failure}</ErrorBanner>}
      <textarea
        id={id}
        value={text}
        onChange={({ target }) => rulesDraft.set(target.value)}
        readOnly={saving}
        rows={10}
        placeholder={m.rules_form_placeholder()}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-hint ${id}-count`}
        className="max-h-[60dvh] min-h-40 w-full resize-y rounded-md border border-line-strong bg-surface px-3.5 py-2.5 text-[15px] outline-none transition-shadow placeholder:text-faint focus:border-accent focus:ring-3 focus:ring-accent/20 aria-invalid:border-danger"
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p id={`${id}-count`} role="status" className={problem ? 'text-sm text-danger' : 'text-sm text-muted'}>
          {problem ?? m.rules_form_count({ count: rules.length.toLocaleString(getLocale()) })}
        </p>
        <div className="flex gap-2">
          {changed && (
            <Button size="sm" variant="ghost" disabled={saving} onClick={() => rulesDraft.set(undefined)}>
              {m.rules_form_discard()}
            </Button>
          )}
          <Button type="submit" size="sm" variant="primary" busy={saving} disabled={!changed || problem !== undefined}>
            {m.save()}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        open={offered !== undefined}
        title={m.rules_form_replace_title()}
        text={m.rules_form_replace_text()}
        onConfirm={async () => rulesDraft.set(offered)}
        onClose={() => setOffered(undefined)}
      />
    </form>
  )
}

function problemText(rules: readonly string[]): string | undefined {
  const problem = rulesProblem(rules)
  if (!problem) return undefined
  if (problem === 'too_many') return m.rules_form_too_many({ max: maxRules.toLocaleString(getLocale()) })
  return m.rules_form_too_long({ number: problem.tooLong, max: maxRuleLength.toLocaleString(getLocale()) })
}
