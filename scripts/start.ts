import { demoUsers } from './local/demo.ts'
import { startBesideApp, startProduct } from './local/product.ts'
import { Progress } from './local/progress.ts'
import { readSettings, type Settings } from './local/settings.ts'
import { untilInterrupted } from './local/until-interrupted.ts'

/**
 * `npm start` and, with `--dev`, `npm run dev`: the whole product on this machine, until Ctrl-C. With `--without-app` all but the app,
 * for who serves it by hand.
 */
async function main(cleanup: AsyncDisposableStack) {
  const settings = readSettings(process.env, process.argv.includes('--dev'))
  const progress = new Progress()
  cleanup.defer(() => progress.stop())

  if (process.argv.includes('--without-app')) {
    const { running, command } = await startBesideApp(settings, progress, cleanup)
    announce(settings, `Ready for the app:\n  ${command}`)
    await Promise.race(running.map(({ failed }) => failed))
    return
  }
  const running = await startProduct(settings, progress, cleanup)
  announce(settings, `Ready: ${settings.appUrl}`)
  await Promise.race(running.map(({ failed }) => failed))
}

function announce({ demoPassword }: Settings, ready: string) {
  const signIns = demoUsers.map(({ email }) => `  ${email.padEnd(18)} ${demoPassword}`)
  console.log(['', ready, ...signIns, 'Ctrl-C stops everything.', ''].join('\n'))
}

await untilInterrupted(main)
