import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { type AnswerKind, answers } from './answers.ts'
import { type Measured, measureMount, measureStream } from './measure.ts'
import { servePages } from './pages.ts'
import { goals, parameters } from './parameters.ts'

/*
 * Streams generated answers into the product's renderer and into streamdown, in the same browser, and prints what the main
 * thread paid: `npm run bench:stream`. Nothing fails: figures depend on the machine, so read the ratios.
 */

const { size, smallSize, blockSize, smallBlockSize, mounts } = parameters
const rival = !process.argv.includes('--product-only')

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
if (!existsSync(executablePath)) throw new Error(`No Chromium at ${executablePath}; set CHROMIUM_PATH.`)
const pages = await servePages()
const browser = await chromium.launch({
  executablePath,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-frame-rate-limit',
  ],
})
try {
  await run(browser)
} finally {
  await browser.close()
  await pages.close()
}

async function run(browser: Browser) {
  const stream = (name: string, kind: AnswerKind, length: number) =>
    measureStream(browser, `${pages.url}/${name}.html`, answers[kind](length))
  const mount = async (name: string) => {
    const runs: Measured[] = []
    for (let run = 0; run < mounts; run++) {
      runs.push(await measureMount(browser, `${pages.url}/${name}.html`, answers.mixed(size)))
    }
    return runs.toSorted((a, b) => a.busy - b.busy)[Math.floor(mounts / 2)]!
  }

  const product = {
    small: await stream('product', 'mixed', smallSize),
    large: await stream('product', 'mixed', size),
    mount: await mount('product'),
    smallTable: await stream('product', 'table', smallBlockSize),
    table: await stream('product', 'table', blockSize),
    smallCode: await stream('product', 'code', smallBlockSize),
    code: await stream('product', 'code', blockSize),
    smallList: await stream('product', 'list', smallBlockSize),
    list: await stream('product', 'list', blockSize),
  }
  const streamdown = rival && {
    small: await stream('streamdown', 'mixed', smallSize),
    large: await stream('streamdown', 'mixed', size),
    mount: await mount('streamdown'),
  }

  const ratio = (of: 'large' | 'mount') => (streamdown ? product[of].busy / streamdown[of].busy : NaN)
  const growth = (small: Measured, large: Measured, factor: number) =>
    Math.log(large.busy / small.busy) / Math.log(factor)
  console.table({
    ...rows('product', product),
    ...(streamdown && rows('streamdown', streamdown)),
  })
  console.table({
    [`stream of ${size}, to streamdown`]: { measured: ratio('large'), goal: goals.stream },
    'growth of the stream': { measured: growth(product.small, product.large, size / smallSize), goal: goals.growth },
    'mount, to streamdown': { measured: ratio('mount'), goal: goals.mount },
    'growth of a table': {
      measured: growth(product.smallTable, product.table, blockSize / smallBlockSize),
      goal: goals.blockGrowth,
    },
    'growth of a block of code': {
      measured: growth(product.smallCode, product.code, blockSize / smallBlockSize),
      goal: goals.blockGrowth,
    },
    'growth of a list': {
      measured: growth(product.smallList, product.list, blockSize / smallBlockSize),
      goal: goals.blockGrowth,
    },
  })
  console.log('Elements after streaming and after mounting the finished answer:')
  console.table({ streamed: product.large.elements, mounted: product.mount.elements })
}

function rows(name: string, measured: Record<string, Measured>) {
  return Object.fromEntries(
    Object.entries(measured).map(([what, { busy, script, complete }]) => [
      `${name}, ${what}`,
      { 'busy ms': busy, 'of it script ms': script, complete },
    ]),
  )
}
