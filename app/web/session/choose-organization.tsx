import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Building2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { Invitation } from '~/contract/invitations.ts'
import { m } from '~/paraglide/messages'
import { ErrorBanner } from '~/ui/banner.tsx'
import { Button } from '~/ui/button.tsx'
import { Loader } from '~/ui/loader.tsx'
import { LoadError } from '~/web/errors/load-error.tsx'
import { errorMessage } from '~/web/errors/message.ts'
import { GateFrame } from './gate-frame.tsx'
import { GateNotice } from './gate-notice.tsx'
import { invitationsQuery, sessionQuery } from './queries.ts'
import { logOut } from './session.ts'
import { joinOrganization } from './session.functions.ts'

/** Signed in with an address that several organisations have invited: which of them is joined, no other person decides. */
export default function ChooseOrganization() {
  const { data: invitations, error, refetch } = useQuery(invitationsQuery)
  const { join, joining, failure } = useJoin()
  const [chosen, setChosen] = useState<number>()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen !== undefined) join(chosen)
  }

  if (error) return <LoadError error={error} reset={() => void refetch()} />
  if (!invitations) return <Loader />
  return (
    <GateFrame>
      <GateNotice icon={Building2} tone="bg-accent-soft text-accent-text" title={m.choose_organization_title()}>
        {m.choose_organization_hint()}
      </GateNotice>
      {failure && <ErrorBanner>{errorMessage(failure)}</ErrorBanner>}
      <form onSubmit={submit} className="grid gap-2.5">
        <fieldset className="mb-2.5 grid gap-2.5">
          <legend className="sr-only">{m.choose_organization_label()}</legend>
          {invitations.map((invitation) => (
            <Choice
              key={invitation.id}
              invitation={invitation}
              checked={invitation.id === chosen}
              onChoose={setChosen}
            />
          ))}
        </fieldset>
        <Button type="submit" variant="primary" className="h-11 w-full" disabled={chosen === undefined} busy={joining}>
          {m.choose_organization_submit()}
        </Button>
        <Button variant="ghost" className="h-11 w-full" onClick={() => logOut()}>
          {m.sign_out()}
        </Button>
      </form>
    </GateFrame>
  )
}

interface ChoiceProps {
  invitation: Invitation
  checked: boolean
  onChoose: (id: number) => void
}

const Choice = ({ invitation: { id, organization }, checked, onChoose }: ChoiceProps) => (
  <label className="flex min-h-12 cursor-pointer items-center rounded-md border border-line px-3.5 py-2.5 font-medium transition-colors [overflow-wrap:anywhere] hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
    <input type="radio" name="organization" checked={checked} onChange={() => onChoose(id)} className="sr-only" />
    {organization}
  </label>
)

/** Joins an organisation, and goes on as its member. */
function useJoin() {
  const queryClient = useQueryClient()
  const router = useRouter()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (id: number) => {
      await joinOrganization({ data: { id } })
      await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
      await router.invalidate()
    },
    // Where an invitation was taken back meanwhile, the others are to be seen.
    onError: () => queryClient.invalidateQueries(invitationsQuery),
  })
  return { join: mutate, joining: isPending, failure: error }
}
