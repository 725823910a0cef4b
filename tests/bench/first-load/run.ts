import { gzipSync } from 'node:zlib'
import type { Response } from 'playwright'
import { demoUsers } from '../../../scripts/local/demo.ts'
import { launchChromium, pageOptions, signIn, startLocalProduct } from '../local-product.ts'

/**
 * `npm run bench:load`: the JavaScript and CSS that a page loads by itself, gzipped, in a real browser with an empty cache:
 * the sign-in form for a newcomer, and the chat for a member before the first question. Nobody touches the page.
 */
const goals = { 'sign-in': 150_000, '/chat': 190_000 }

/** Milliseconds without a request after which a page is taken to have all that it loads by itself. */
const quiet = 4000

await using cleanup = new AsyncDisposableStack()
const { appUrl, demoPassword } = await startLocalProduct(cleanup)
const browser = await launchChromium(cleanup)

const page = await browser.newPage(pageOptions(appUrl))
const devTools = await page.context().newCDPSession(page)
await devTools.send('Network.setCacheDisabled', { cacheDisabled: true })

report('sign-in', await filesOf('/'))
await signIn(page, demoUsers[0].email, demoPassword)
report('/chat', await filesOf('/chat'))

/** Opens a page and gives the gzipped bytes of each script and style sheet that came, in the order of their coming. */
async function filesOf(path: string): Promise<Map<string, number>> {
  // What another page still asks for is none of this one's.
  await page.goto('about:blank')
  const files = new Set<string>()
  let last = performance.now()
  const onResponse = (response: Response) => {
    last = performance.now()
    if (/javascript|css/.test(response.headers()['content-type'] ?? '')) files.add(response.url())
  }
  page.on('response', onResponse)
  await page.goto(path)
  while (performance.now() - last < quiet) await page.waitForTimeout(quiet / 10)
  page.off('response', onResponse)
  return new Map(await Promise.all([...files].map(async (url) => [url, await gzippedSize(url)] as const)))
}

async function gzippedSize(url: string): Promise<number> {
  const response = await fetch(url)
  return gzipSync(await response.bytes(), { level: 9 }).length
}

function report(name: keyof typeof goals, files: Map<string, number>) {
  const total = [...files.values()].reduce((sum, bytes) => sum + bytes, 0)
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`
  console.log(`\n${name}`)
  for (const [url, bytes] of files) console.log(`  ${kilobytes(bytes).padStart(9)}  ${new URL(url).pathname}`)
  console.log(
    `  ${kilobytes(total).padStart(9)}  in all (goal ${kilobytes(goals[name])}): ${total <= goals[name] ? 'reached' : 'missed'}`,
  )
  if (total > goals[name]) process.exitCode = 1
}
