import { useState } from 'react'

/** What a dialog shows: while it is open, the value as it is; while it fades out, the last one that was. */
export function useLast<Value>(open: boolean, value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value)
  if (open && value !== last) setLast(value)
  return open ? value : last
}
