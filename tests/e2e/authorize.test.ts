import { expect, inject, test } from 'vitest'
import { member } from './harness/index.ts'

const app = inject('scriptedAppUrl')
const callback = 'http://127.0.0.1:33418/callback'

test('a program is allowed on a page that says who asks and what it could do, and led back with the answer', async () => {
  const registered = await fetch(`${app}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'An editor', redirect_uris: [callback] }),
  })
  const { client_id } = (await registered.json()) as { client_id: string }
  const asking = new URLSearchParams({
    client_id,
    redirect_uri: callback,
    response_type: 'code',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
    state: '{"n": 1}',
  })
  const path = `/oauth/authorize?${asking}`
  const page = await member({ who: 'user', path })
  const led: URL[] = []
  await page.route('http://127.0.0.1:33418/**', (route) => {
    led.push(new URL(route.request().url()))
    return route.fulfill({ body: 'The program' })
  })
  await page.getByRole('heading', { name: "Connect 'An editor'?" }).waitFor()
  await page.getByText('user@example.com').waitFor()
  await page.getByText('Find and read all files that you can see').waitFor()
  await page.getByRole('button', { name: "Don't allow" }).click()
  await page.waitForURL(`${callback}?**`)

  await page.goto(app + path)
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await page.waitForURL(`${callback}?**`)
  expect(led.map(({ searchParams }) => [searchParams.get('error'), searchParams.get('state')])).toEqual([
    ['access_denied', '{"n": 1}'],
    [null, '{"n": 1}'],
  ])
  expect(led[1]!.searchParams.get('code')).toMatch(/^rap_/)
})
