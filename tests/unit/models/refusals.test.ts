import { expect, test } from 'vitest'
import { refuses } from '~/provider/models/refusals.ts'

test.each([
  '{"error":{"message":"registry.ollama.ai/library/gemma:2b does not support tools"}}',
  '{"error":{"message":"No endpoints found that support tool use. Try disabling \\"create_image\\"."}}',
  '{"message":"\\"auto\\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set"}',
  '{"error":{"message":"`tool calling` is not supported with this model"}}',
  '{"error":{"message":"Unsupported parameter: \'tools\' is not supported with this model."}}',
  '{"error":{"message":"Function calling is not enabled for models/gemma-3"}}',
])('%s refuses tools', (refusal) => {
  expect(refuses(refusal, 'tools')).toBe(true)
})

test.each([
  '{"error":{"message":"Incorrect API key provided"}}',
  '{"error":{"message":"Invalid schema for function run_sql: object expected"}}',
  '{"error":{"message":"The model tool-master does not exist"}}',
  '{"error":{"message":"This model does not support streaming"}}',
])('%s means something else', (refusal) => {
  expect(refuses(refusal, 'tools')).toBe(false)
})
