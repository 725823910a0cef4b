import { readFile } from 'node:fs/promises'
import { exportJWK } from 'jose'
import { type Request as WorkerRequest, Response as WorkerResponse } from 'miniflare'
import { startEmbeddingsServer } from '../../embeddings-server.ts'
import { startModelsServer } from '../../models-server.ts'
import { startS3Server } from '../../s3-server.ts'
import { startSitesServer } from '../../sites-server.ts'
import { jwksOf, newSigner } from '../../tokens.ts'

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
    OPENAI_MODELS: 'small,large,tiny',
    OPENAI_IMAGE_MODELS: 'painter',
    ANTHROPIC_BASE_URL: models.url,
    ANTHROPIC_API_KEY: 'key-of-the-tests',
    ANTHROPIC_MODELS: 'sonnet',
    GOOGLE_BASE_URL: models.url,
    GOOGLE_API_KEY: 'key-of-the-tests',
    GOOGLE_MODELS: 'flash',
    CONTEXT_TOKENS: '128000, tiny=1000',
    TEST_EMBEDDINGS_URL: (await startEmbeddingsServer()).url,
    TEST_SITES_URL: (await startSitesServer()).url,
    TEST_S3_URL: (await startS3Server()).url,
    TEST_STORAGE_FAULTS: process.env['TEST_STORAGE_FAULTS'] ?? '',
    TEST_RACES: process.env['TEST_RACES'] ?? '',
    TEST_SIGNING_KEY: JSON.stringify(await exportJWK(signer.privateKey)),
  }
}

/** The Worker's static files: here they are not built, and an address is a path of the repository. */
export const serveAsset = async (request: WorkerRequest) =>
  new WorkerResponse(await readFile(`.${decodeURI(new URL(request.url).pathname)}`))
