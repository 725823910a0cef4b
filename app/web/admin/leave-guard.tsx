import { useBlocker } from '@tanstack/react-router'
import { m } from '~/paraglide/messages'
import { ConfirmDialog } from '~/ui/dialog/confirm-dialog.tsx'

interface LeaveGuardProps {
  /** There is something to lose. */
  active: boolean
  /** Says what. */
  text: string
  /** The page is left all the same. */
  onLeave: () => void
}

/** Asks before the page is left with changes that are not saved; another address of the same page loses none. */
export function LeaveGuard({ active, text, onLeave }: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => active && current.pathname !== next.pathname,
    enableBeforeUnload: active,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={status === 'blocked'}
      title={m.admin_leave_title()}
      text={text}
      onConfirm={async () => {
        onLeave()
        proceed?.()
      }}
      onClose={() => reset?.()}
    />
  )
}
