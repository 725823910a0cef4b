import { expect, test } from 'vitest'
import { variableNames } from '../../../scripts/local/variables.ts'

test('every variable of the Worker can be set in the environment, but not those of accounts and signatures', () => {
  const names = variableNames()
  for (const name of [
    'PROVIDER_URL',
    'OPENAI_IMAGE_MODELS',
    'VISION_MODEL',
    'WORKERS_AI_MODELS',
    'UPLOADS_PER_MINUTE',
  ]) {
    expect(names).toContain(name)
  }
  for (const name of ['SIGNING_SECRET', 'AUTH_JWKS_URL', 'FIREBASE_PROJECT_ID', 'GOOGLE_PRIVATE_KEY', 'binding']) {
    expect(names).not.toContain(name)
  }
})
