import { expect, test } from 'vitest'
import { localVariableNames, variableNames } from '../../../scripts/local/variables.ts'

test('every variable of the Worker can be set in the environment, but not those of accounts and signatures', () => {
  const names = localVariableNames()
  for (const name of [
    'PROVIDER_URL',
    'OPENAI_IMAGE_MODELS',
    'VISION_MODEL',
    'OPENAI_API_KEY',
    'WORKERS_AI_MODELS',
    'UPLOADS_PER_MINUTE',
  ]) {
    expect(names).toContain(name)
  }
  for (const name of [
    'SIGNING_SECRET',
    'CRAWL_PROXY',
    'AUTH_JWKS_URL',
    'FIREBASE_PROJECT_ID',
    'GOOGLE_PRIVATE_KEY',
    'binding',
  ]) {
    expect(names).not.toContain(name)
  }
})

test('no secret is a variable of the configuration, which would replace it with every deployment', () => {
  const { variables, secrets } = variableNames()
  expect(secrets).toContain('SIGNING_SECRET')
  expect(variables.filter((name) => secrets.includes(name))).toEqual([])
  expect(variables.filter((name) => /_(KEY|SECRET|TOKEN|PASSWORD)$/.test(name))).toEqual(['FIREBASE_API_KEY'])
})
