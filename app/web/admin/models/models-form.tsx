import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { ManagedModel } from '~/contract/models.ts'
import { m } from '~/paraglide/messages'
import { ErrorBanner } from '~/ui/banner.tsx'
import { Button } from '~/ui/button.tsx'
import { useAction } from '~/ui/dialog/use-action.ts'
import { toast } from '~/ui/toast.ts'
import { chatSettingsQuery } from '~/web/chat/queries.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { createDraft } from '../draft.ts'
import { LeaveGuard } from '../leave-guard.tsx'
import { ModelCard } from './model-card.tsx'
import { draftOf, type ModelDraft, moved, settingsIn } from './model-draft.ts'
import { setModelSettings } from './models.functions.ts'
import { modelsQuery } from './queries.ts'

/** All models as they were typed, in their new order. */
const modelsDraft = createDraft<ModelDraft[]>()

/** The models, which are saved together: their order is one of the settings. */
export function ModelsForm({ models }: { models: ManagedModel[] }) {
  const queryClient = useQueryClient()
  const saved = models.map(draftOf)
  const drafts = modelsDraft.use() ?? saved
  const isChanged = JSON.stringify(drafts) !== JSON.stringify(saved)
  const settings = drafts.map(settingsIn)
  const isRight = settings.every((one) => one !== undefined)
  const first = drafts.find(({ isHidden }) => !isHidden)

  const forget = () => modelsDraft.set(undefined)
  const save = async () => {
    await setModelSettings({ data: { data: settings.filter((one) => one !== undefined) } })
    await queryClient.invalidateQueries({ queryKey: modelsQuery.queryKey })
    void queryClient.invalidateQueries({ queryKey: chatSettingsQuery.queryKey })
    forget()
    toast.success(m.models_saved())
  }
  const { busy, failure, run } = useAction(true, save, stay)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isChanged && isRight) void run()
  }
  const moveBy = (index: number, by: 1 | -1) => drafts[index + by] && (() => modelsDraft.set(moved(drafts, index, by)))

  return (
    <form onSubmit={submit} noValidate className="grid gap-2.5">
      <LeaveGuard active={isChanged} text={m.models_leave_text()} onLeave={forget} />
      {drafts.map((draft, index) => (
        <ModelCard
          key={draft.name}
          draft={draft}
          used={models.find(({ name }) => name === draft.name)?.used}
          isDefault={draft === first}
          onChange={(next) => modelsDraft.set(drafts.map((one) => (one === draft ? next : one)))}
          onUp={moveBy(index, -1)}
          onDown={moveBy(index, 1)}
        />
      ))}
      {failure && isChanged && <ErrorBanner>{errorMessage(failure.error)}</ErrorBanner>}
      <div className="flex justify-end gap-2 pt-1.5">
        {isChanged && (
          <Button variant="ghost" disabled={busy} onClick={forget}>
            {m.rules_form_discard()}
          </Button>
        )}
        <Button type="submit" variant="primary" busy={busy} disabled={!isChanged || !isRight}>
          {m.save()}
        </Button>
      </div>
    </form>
  )
}

const stay = () => {}
