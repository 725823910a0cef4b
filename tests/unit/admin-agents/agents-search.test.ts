import { expect, test } from 'vitest'
import { agentsSearch } from '~/web/admin/agents/agents-search.ts'

test('the address names the open card', () => {
  expect(agentsSearch({ agent: 'compliance_review_ai' })).toEqual({ agent: 'compliance_review_ai' })
})

test.each([undefined, 7, '', ['chat_ai'], '<script>', 'x'.repeat(41)])('%j opens none', (agent) => {
  expect(agentsSearch({ agent })).toEqual({ agent: undefined })
})
