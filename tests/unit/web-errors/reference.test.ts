import { expect, test } from 'vitest'
import { createClient } from '~/contract/client.ts'
import { getSystem } from '~/contract/system.ts'
import { apiErrors } from '~/web/api/error-adapter.ts'
import { errorMessage } from '~/web/errors/message.ts'

const failing = (status: number, code: string) =>
  createClient({
    origin: 'https://provider.example',
    fetch: async () => Response.json({ code, message: '' }, { status, headers: { 'x-request-id': 'ray-1' } }),
  })(getSystem).then(
    () => undefined,
    (error: unknown) => error,
  )

test('a failure of the product says its reference, all the way to the page; a refusal does not', async () => {
  const failure = await failing(500, 'unexpected')
  const carried = apiErrors.fromSerializable(apiErrors.toSerializable(failure as never))
  expect(errorMessage(carried)).toContain('ray-1')
  expect(errorMessage(await failing(404, 'does_not_exist'))).not.toContain('ray-1')
})
