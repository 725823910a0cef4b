import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright'
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
  const { mounted, mountRatio } = await mountInTurns(browser)

  const product = {
    small: await stream('product', 'mixed', smallSize),
    large: await stream('product', 'mixed', size),
    mount: mounted.product,
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
    mount: mounted.streamdown!,
  }

  const growth = (small: Measured, large: Measured, factor: number) =>
    Math.log(large.busy / small.busy) / Math.log(factor)
  console.table({
    ...rows('product', product),
    ...(streamdown && rows('streamdown', streamdown)),
  })
  console.table({
    [`stream of ${size}, to streamdown`]: {
      measured: streamdown ? product.large.busy / streamdown.large.busy : NaN,
      goal: goals.stream,
    },
    'growth of the stream': { measured: growth(product.small, product.large, size / smallSize), goal: goals.growth },
    'mount, to streamdown': { measured: mountRatio, goal: goals.mount },
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

/**
 * Mounts the finished answer in each renderer in turn, now the one first and now the other, so that what else the machine does
 * meets both. Gives each renderer's median run and the median ratio of a pair.
 */
async function mountInTurns(browser: Browser) {
  const names = rival ? (['product', 'streamdown'] as const) : (['product'] as const)
  const runs: Record<'product' | 'streamdown', Measured[]> = { product: [], streamdown: [] }
  for (let pair = 0; pair < mounts; pair++) {
    for (const name of pair % 2 ? names.toReversed() : names) {
      runs[name].push(await measureMount(browser, `${pages.url}/${name}.html`, answers.mixed(size)))
    }
  }
  const ratios = runs.streamdown.map(({ busy }, pair) => runs.product[pair]!.busy / busy)
  const busy = (run: Measured) => run.busy
  return {
    mounted: { product: medianBy(runs.product, busy)!, streamdown: medianBy(runs.streamdown, busy) },
    mountRatio: medianBy(ratios, (ratio) => ratio) ?? NaN,
  }
}

function medianBy<T>(values: T[], size: (value: T) => number): T | undefined {
  return values.toSorted((a, b) => size(a) - size(b))[Math.floor(values.length / 2)]
}

function rows(name: string, measured: Record<string, Measured>) {
  return Object.fromEntries(
    Object.entries(measured).map(([what, { busy, script, complete }]) => [
      `${name}, ${what}`,
      { 'busy ms': busy, 'of it script ms': script, complete },
    ]),
  )
}
