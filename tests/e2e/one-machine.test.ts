import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../../scripts/local/packages.ts'
import { freePort } from '../../scripts/local/ports.ts'
import { dieWithParent, runNode } from '../../scripts/local/run.ts'
import { alive, answer, answered, newPage } from './harness/index.ts'

const email = 'admin@example.com'
const password = 'a long enough sentence'

/** `npm run serve` on a directory, once it answers; `stop` resolves with what it ended with. */
async function serve(env: Record<string, string>) {
  const child = spawn(process.execPath, [...dieWithParent, 'scripts/serve.ts'], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const ended = new Promise<number | null>((resolve) => void child.on('exit', resolve))
  const events: { event: string; next?: string }[] = []
  const ready = new Promise<void>((resolve) => {
    createInterface(child.stdout!).on('line', (line) => {
      events.push(JSON.parse(line) as { event: string })
      if (events.at(-1)?.event === 'ready') resolve()
    })
  })
  const stop = () => (child.kill('SIGTERM'), ended)
  onTestFinished(async () => void (await stop()))
  await Promise.race([ready, ended])
  expect(events.at(-1)?.event, JSON.stringify(events.slice(-3))).not.toBe('ended')
  return { events, stop }
}

test('one machine serves an organisation with accounts of its own, and still does after it was stopped', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'serve-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const port = String(await freePort())
  const app = `http://localhost:${port}`
  const env = { PORT: port, PUBLIC_URL: app, DATA_DIR: directory }
  const first = await serve(env)
  await expect.poll(() => first.events.map(({ event }) => event)).toContain('no_organization')

  const { output } = await runNode('scripts/organization.ts', ['Example Inc.', email, '--language', 'en'], {
    cwd: root,
    env: { ...process.env, ...env },
  })
  const page = await newPage({ app })
  await page.goto(/http\S+\/password#\S+/.exec(output)?.[0] ?? output)
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Set password and sign in' }).click()
  await page.waitForURL(/\/chat$/)
  await alive(page)
  await answered(page, 'What is 6 times 7?')
  expect(await answer(page).textContent()).toContain('42')

  expect(await first.stop()).toBe(0)
  const second = await serve(env)
  await page.context().clearCookies()
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Sign in with Google' }).count()).toBe(0)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('What is 6 times 7?').first().waitFor()
  expect(second.events.map(({ event }) => event)).not.toContain('no_organization')
  expect((await fetch(`${app}/healthz`)).status).toBe(200)
}, 180_000)
