import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { Suspense } from 'react'
import { m } from '~/paraglide/messages'
import { Button } from '~/ui/button.tsx'
import { lazyPart } from '~/ui/retry-import.ts'

/** Pages that were loaded never need it. */
const ErrorText = lazyPart(() => import('./error-text.tsx'))

/** A page that could not be loaded: what happened, and a way out. */
export function LoadError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <div role="alert" className="flex h-full min-h-60 flex-col items-center justify-center gap-4 p-6 text-center">
      <p className="max-w-md text-muted">
        <Suspense fallback={m.error_unexpected()}>
          <ErrorText error={error} />
        </Suspense>
      </p>
      <Button
        onClick={() => {
          reset()
          void router.invalidate()
        }}
      >
        <RotateCw aria-hidden className="size-4" />
        {m.try_again()}
      </Button>
    </div>
  )
}
