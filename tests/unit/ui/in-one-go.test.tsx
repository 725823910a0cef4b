import { parseHTML } from 'linkedom'
import { type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { InOneGo } from '~/ui/in-one-go.tsx'

afterEach(() => vi.unstubAllGlobals())

/** Has a page taken over whose address changes as soon as its frame is alive, as by a click there; says what React says then. */
async function takeOver(frame: (page: ReactNode) => ReactNode): Promise<string[]> {
  let address = '/chat/7'
  const Page = () => {
    // A router's store: what the server drew by is not kept.
    const shown = useSyncExternalStore(() => () => {}, now, now)
    return shown === '/chat/7' ? <p>Messages</p> : <div>Files</div>
  }
  const now = () => address
  const said: string[] = []
  const page = (onAlive: () => void) => (
    <div>
      <button ref={onAlive}>Files</button>
      {frame(
        <Suspense>
          <section>
            <Suspense>
              <Page />
            </Suspense>
          </section>
        </Suspense>,
      )}
    </div>
  )
  const { window, document } = parseHTML(`<html><body><main>${renderToString(page(() => {}))}</main></body></html>`)
  Object.assign(window, { location: { protocol: 'http:' } })
  for (const [name, value] of Object.entries({ window, document, HTMLIFrameElement: window.HTMLIFrameElement }))
    vi.stubGlobal(name, value)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const { hydrateRoot } = await import('react-dom/client')
  const onAlive = () => queueMicrotask(() => (address = '/files'))
  const root = hydrateRoot(document.querySelector('main')!, page(onAlive), {
    onRecoverableError: (error) => said.push((error as Error).message),
  })
  await vi.waitFor(() =>
    expect(Object.keys(document.querySelector('p, section div') ?? {}).join()).toContain('__reactProps'),
  )
  root.unmount()
  // What React still has to do, it does while there is a window.
  await new Promise(setImmediate)
  return said
}

test('a page whose frame is used at once is the one that the server drew', async () => {
  expect(await takeOver((page) => <InOneGo depth={2}>{page}</InOneGo>)).toEqual([])
})

test('without that, React takes over another page than the one that the server drew', async () => {
  expect(await takeOver((page) => page)).not.toEqual([])
})
