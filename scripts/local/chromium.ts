import { existsSync } from 'node:fs'
import type { Environment } from './environment.ts'
import { binOf } from './packages.ts'
import { run, runNode } from './run.ts'

const playwrightDownloadLimit = 180_000
const aptLimit = 300_000

/**
 * Where a Chromium may be, the most wanted first.
 * @param ownPath what Playwright downloads for itself
 */
export function chromiumCandidates(env: Environment, ownPath: string, platform = process.platform): string[] {
  if (env.CHROMIUM_PATH) return [env.CHROMIUM_PATH]
  const installed = {
    linux: [
      '/usr/bin/chromium',
      '/usr/bin/chromium-browser',
      '/usr/bin/google-chrome',
      '/usr/bin/google-chrome-stable',
      '/opt/google/chrome/chrome',
    ],
    darwin: [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ],
    win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']
      .map((name) => env[name])
      .filter((directory) => directory !== undefined)
      .map((directory) => `${directory}\\Google\\Chrome\\Application\\chrome.exe`),
  }
  return [ownPath, ...(installed[platform as keyof typeof installed] ?? [])]
}

/** The first of the candidates that really runs: a stub or a browser without its libraries does not. */
export async function firstThatRuns(candidates: string[]): Promise<string | undefined> {
  for (const path of candidates) {
    if (!existsSync(path)) continue
    // Chrome on Windows opens a window instead of printing its version.
    if (process.platform === 'win32') return path
    if ((await run(path, ['--version'], { timeout: 20_000 })).code === 0) return path
  }
}

/**
 * Finds a Chromium, and installs one where there is none: Playwright's download, else Debian's package as root.
 * @throws an Error whose message tells a developer in one line what to do
 */
export async function findOrInstallChromium(say: (line: string) => void): Promise<string> {
  const { chromium } = await import('playwright')
  const candidates = chromiumCandidates(process.env, chromium.executablePath())
  const found = await firstThatRuns(candidates)
  if (found) return found
  if (process.env.CHROMIUM_PATH) throw new Error(`CHROMIUM_PATH=${process.env.CHROMIUM_PATH} does not run.`)

  const isRoot = process.getuid?.() === 0
  say('No Chromium found; downloading one with Playwright')
  const install = ['install', ...(isRoot ? ['--with-deps'] : []), '--no-shell', 'chromium']
  await runNode(binOf('playwright'), install, { timeout: playwrightDownloadLimit })
  const downloaded = await firstThatRuns(candidates)
  if (downloaded) return downloaded

  if (isRoot && existsSync('/usr/bin/apt-get')) {
    say('The download failed; installing the package chromium with apt')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update'], { env, timeout: aptLimit })
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'], {
      env,
      timeout: aptLimit,
    })
    const packaged = await firstThatRuns(candidates)
    if (packaged) return packaged
  }
  throw new Error('The browser tests need Chromium: install Chrome or Chromium, or set CHROMIUM_PATH to one.')
}
