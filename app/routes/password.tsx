import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyPart } from '~/ui/retry-import.ts'
import { Loader } from '~/ui/loader.tsx'

const PasswordPage = lazyPart(() => import('~/web/session/password-page.tsx'))
const root = getRouteApi('__root__')

/** Where the link of an invitation, or to a new password, leads: before the gate, since nobody is signed in yet. */
export const Route = createFileRoute('/password')({ component: Password, codeSplitGroupings: [] })

function Password() {
  const settings = root.useLoaderData()
  return (
    <Suspense fallback={<Loader />}>
      <PasswordPage settings={settings} />
    </Suspense>
  )
}
