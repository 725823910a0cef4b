import { describe, expect, test } from 'vitest'
import { createClient } from '~/contract/client.ts'
import { getMe } from '~/contract/users.ts'

const answering = (response: () => Response, signal?: AbortSignal) =>
  createClient({ fetch: async () => response(), origin: 'https://provider.example', ...(signal && { signal }) })

describe('an answer of the provider', () => {
  test.each([
    ['with a code is that error', 404, '{"code":"does_not_exist","info":{"entity":"file"}}', 'does_not_exist'],
    ['401 without a code asks for a new sign-in', 401, '', 'invalid_credentials'],
    ['with a detail is an invalid request', 422, '{"detail":[]}', 'invalid_request'],
    ['with nothing that is known is an error of the service', 500, '<html>', 'service_http_error'],
    ['that is fine but not JSON has an invalid type', 200, '<html>', 'type_validation_error'],
  ])('%s', async (_name, status, body, code) => {
    await expect(answering(() => new Response(body, { status }))(getMe)).rejects.toMatchObject({ code })
  })

  test('that breaks off is not taken for one of another type', async () => {
    const broken = () =>
      new Response(new ReadableStream({ start: (controller) => controller.error(new TypeError('lost')) }))
    await expect(answering(broken)(getMe)).rejects.toMatchObject({ code: 'service_unavailable' })
    const stopped = answering(broken, AbortSignal.abort())
    await expect(stopped(getMe)).rejects.toMatchObject({ code: 'request_aborted_user' })
  })
})
