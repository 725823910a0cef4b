import { useSyncExternalStore } from 'react'
import { mcpPath } from '~/contract/defaults.ts'
import { m } from '~/paraglide/messages'
import { TextField } from '~/ui/form/text-field.tsx'

/** Where programs that speak the Model Context Protocol connect, to be copied. */
export function ConnectAddress() {
  // The server may be reached by several names; what the browser has is the one that works.
  const origin = useSyncExternalStore(
    neverChanges,
    () => window.location.origin,
    () => '',
  )
  return (
    <div className="mt-8 max-w-xl px-4 pb-8 md:px-6">
      <TextField
        label={m.api_keys_address()}
        hint={m.api_keys_address_hint()}
        readOnly
        value={origin + mcpPath}
        onFocus={({ currentTarget }) => currentTarget.select()}
        spellCheck={false}
      />
    </div>
  )
}

const neverChanges = () => () => {}
