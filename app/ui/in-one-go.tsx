import { createContext, memo, type ReactNode, useLayoutEffect, useState } from 'react'

const Taken = createContext(0)
/** React looks for what reads a context below a component that stays as it is. */
const Same = memo(({ children }: { children: ReactNode }) => children)

/**
 * Brings what the server drew below it to life in the same task as itself. React otherwise takes over each part that stands in a
 * `Suspense`, as a route does, when it has time: whoever clicks on a link of the frame before then, or types, would change the page
 * that is still to be taken over, which then is none that the server drew, and is drawn anew without what was typed.
 *
 * @param depth how many parts stand in each other; of those below, none may wait for code
 */
export function InOneGo({ depth = 1, children }: { depth?: number; children: ReactNode }) {
  const [taken, setTaken] = useState(0)
  // A context that changes has React take over at once what might read it.
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the next part is known only when the one before is alive
    if (taken < depth) setTaken(taken + 1)
  }, [taken, depth])
  return (
    <Taken value={taken}>
      <Same>{children}</Same>
    </Taken>
  )
}
