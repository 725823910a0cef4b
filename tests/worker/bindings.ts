import { exportJWK } from 'jose'
import { startModelsServer } from '../models-server.ts'
import { startS3Server } from '../s3-server.ts'
import { startSitesServer } from '../sites-server.ts'
import { jwksOf, newSigner } from '../tokens.ts'

/**
 * Starts, in Node, what the Worker under test talks to, and gives the variables that point there: a models server, the
 * key set of a signer whose private half the tests' harness signs tokens with, and a bucket's S3 interface.
 */
export async function startBindings() {
  const signer = await newSigner('test-key')
  const keys = JSON.stringify(await jwksOf(signer))
  const models = await startModelsServer((request, response) => {
    if (request.url !== '/v1/keys') return false
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'max-age=3600' }).end(keys)
    return true
  })
  return {
    FIREBASE_PROJECT_ID: 'demo-test',
    FIREBASE_TENANT_ID: '',
    AUTH_JWKS_URL: `${models.url}/keys`,
    SIGNING_SECRET: 'a secret of the tests, 32 bytes or more',
    OPENAI_BASE_URL: models.url,
    OPENAI_API_KEY: 'key-of-the-tests',
    OPENAI_MODELS: 'small,large',
    TEST_SITES_URL: (await startSitesServer()).url,
    TEST_S3_URL: (await startS3Server()).url,
    TEST_SIGNING_KEY: JSON.stringify(await exportJWK(signer.privateKey)),
  }
}
