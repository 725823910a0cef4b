import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Check, Link2Off, Plug } from 'lucide-react'
import { hasCode } from '~/contract/errors.ts'
import type { AuthorizationRequest, ProgramScope } from '~/contract/oauth.ts'
import { m } from '~/paraglide/messages'
import { ErrorBanner } from '~/ui/banner.tsx'
import { Button } from '~/ui/button.tsx'
import { Loader } from '~/ui/loader.tsx'
import { LoadError } from '~/web/errors/load-error.tsx'
import { errorMessage } from '~/web/errors/message.ts'
import { GateFrame } from '~/web/session/gate-frame.tsx'
import { GateNotice } from '~/web/session/gate-notice.tsx'
import { useMe } from '~/web/session/me.ts'
import { answerAuthorizationRequest, getAuthorizationRequest } from './authorize.functions.ts'

const route = getRouteApi('/authorize')

/** A program asks to work in the member's name: says which, where its answer goes and what it could do. */
export function AuthorizePage() {
  const { request = '' } = route.useSearch()
  const asked = useQuery({
    queryKey: ['authorization-request', request],
    queryFn: ({ signal }) => getAuthorizationRequest({ data: { request }, signal }),
  })
  if (asked.data) return <Decision request={request} asked={asked.data} />
  if (!asked.error) return <Loader />
  const isStale = hasCode(asked.error, 'invalid_request') || hasCode(asked.error, 'does_not_exist')
  if (isStale) return <Stale />
  if (hasCode(asked.error, 'operation_not_authorized')) return <NotAllowed />
  return <LoadError error={asked.error} reset={() => void asked.refetch()} />
}

const scopeTexts: Record<ProgramScope, () => string> = {
  ask: m.authorize_scope_ask,
  'files:read': m.authorize_scope_files_read,
}

function Decision({ request, asked: { name, host, scopes } }: { request: string; asked: AuthorizationRequest }) {
  const { email } = useMe()
  const { mutate, isPending, isSuccess, variables, error } = useMutation({
    mutationFn: (allow: boolean) => answerAuthorizationRequest({ data: { request, allow } }),
    onSuccess: ({ redirect_to }) => window.location.assign(redirect_to),
  })
  // A program of this machine may answer with a page that never comes.
  if (isSuccess) {
    return (
      <GateFrame>
        <GateNotice icon={Check} tone="bg-accent-soft text-accent-text" title={m.authorize_done()}>
          {host === null ? m.authorize_leads_here() : m.authorize_leads_to({ host })}
        </GateNotice>
      </GateFrame>
    )
  }
  return (
    <GateFrame>
      <GateNotice icon={Plug} tone="bg-accent-soft text-accent-text" title={m.authorize_title({ name })}>
        {m.authorize_hint({ email })}
      </GateNotice>
      {error && <ErrorBanner>{errorMessage(error)}</ErrorBanner>}
      <div className="grid gap-2 text-sm">
        <h2 className="font-medium">{m.authorize_may()}</h2>
        <ul className="grid list-disc gap-1 pl-5">
          {scopes.map((scope) => (
            <li key={scope}>{scopeTexts[scope]()}</li>
          ))}
        </ul>
      </div>
      <p className="text-sm font-medium [overflow-wrap:anywhere]">
        {host === null ? m.authorize_leads_here() : m.authorize_leads_to({ host })}
      </p>
      <p className="text-sm text-muted">{m.authorize_advice()}</p>
      <div className="grid grid-cols-2 gap-2.5">
        <Button className="h-11" busy={isPending && !variables} disabled={isPending} onClick={() => mutate(false)}>
          {m.authorize_deny()}
        </Button>
        <Button className="h-11" busy={isPending && variables} disabled={isPending} onClick={() => mutate(true)}>
          {m.authorize_allow()}
        </Button>
      </div>
    </GateFrame>
  )
}

const Stale = () => (
  <GateFrame>
    <GateNotice icon={Link2Off} tone="bg-sunken text-muted" title={m.authorize_stale_title()}>
      {m.authorize_stale_hint()}
    </GateNotice>
  </GateFrame>
)

const NotAllowed = () => (
  <GateFrame>
    <GateNotice icon={Link2Off} tone="bg-sunken text-muted" title={m.error_operation_not_authorized()}>
      {m.api_keys_not_allowed()}
    </GateNotice>
  </GateFrame>
)
