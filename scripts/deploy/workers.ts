import { createHash, randomBytes, scryptSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, isBuilt } from '../local/build.ts'
import { hashOf, hashOfSources } from '../local/build-hash.ts'
import { root } from '../local/packages.ts'
import { Problem } from '../local/problem.ts'
import { callRates } from './call-rates.ts'
import { type Deployment, names, type Part } from './deployment.ts'
import { deployedVersion, releaseMessage } from './versions.ts'
import { type Configuration, configure, wrangler } from './wrangler.ts'

interface Worker {
  /** In production. */
  name: string
  /** Of its build, below `dist`. */
  directory: string
  /** Whether it has the variables and the secrets. */
  isConfigured: boolean
}

/** Where people arrive. */
export const front: Worker = { name: 'recursive-agent-platform', directory: 'server', isConfigured: true }

/** In the order of their deployment: each after those that it is bound to. */
export const workers: Worker[] = [
  { name: 'recursive-agent-reader', directory: 'reader', isConfigured: false },
  front,
  { name: 'recursive-agent-jobs', directory: 'jobs', isConfigured: true },
]

/** The build, where it is of other sources. */
export function built({ prebuilt }: Deployment): Part {
  const name = 'build'
  if (prebuilt || isBuilt()) return { name }
  return { name, change: 'build the Workers and the pages', make: () => build() }
}

/** Each Worker, in order. */
export async function deployments(deployment: Deployment): Promise<Part[]> {
  const { cloudflare, suffix } = deployment
  const found = await Promise.all(
    workers.map(async (worker) => {
      const script = worker.name + suffix
      const [version, secrets] = await Promise.all([
        deployedVersion(cloudflare, script),
        worker.isConfigured ? cloudflare.find<{ name: string }[]>(`workers/scripts/${script}/secrets`) : undefined,
      ])
      return { worker, version, isSigning: secrets?.some((secret) => secret.name === 'SIGNING_SECRET') ?? false }
    }),
  )
  // What one of them signs another verifies: they get a secret together, as nobody can read what one has.
  const isSigned = found.every(({ worker, isSigning }) => isSigning || !worker.isConfigured)
  const made: Record<string, string> = isSigned ? {} : { SIGNING_SECRET: randomBytes(32).toString('base64url') }
  const wanted = found.map((one) => ({ ...one, tag: tagOf(deployment, one.worker, one.version?.tag) }))
  // The same where a run goes on that another one began.
  const release = createHash('sha256')
    .update(wanted.map(({ tag }) => tag).join())
    .digest('hex')
    .slice(0, 8)
  return wanted.map(({ worker, version, tag }) => {
    const secrets = worker.isConfigured ? { ...made, ...deployment.secrets } : {}
    const isAsWanted = tag === version?.tag && (isSigned || !worker.isConfigured)
    return isAsWanted
      ? { name: `Worker ${worker.name + suffix}` }
      : upload(deployment, worker, secrets, { tag, release })
  })
}

function upload(
  deployment: Deployment,
  worker: Worker,
  secrets: Record<string, string>,
  { tag, release }: { tag: string; release: string },
): Part {
  const script = worker.name + deployment.suffix
  const given = Object.keys(secrets).toSorted()
  return {
    name: `Worker ${script}`,
    change: `deploy it${given.length > 0 ? `, with the secrets ${given.join(', ')}` : ''}`,
    make: async () => {
      const config = await configure(deployment, worker.name, configurationOf(deployment, worker))
      const args = ['deploy', `--config=${config}`, '--strict', `--tag=${tag}`, `--message=${releaseMessage(release)}`]
      if (given.length > 0) args.push('--secrets-file=/dev/stdin')
      const output = await wrangler(deployment, args, JSON.stringify(secrets))
      const now = await deployedVersion(deployment.cloudflare, script)
      if (now?.tag !== tag) throw new Problem(`Wrangler did not deploy it:\n${output.trim()}`)
    },
  }
}

/**
 * What a version is made of, as its tag, which has 25 characters at most: sources and settings, and what secrets it was
 * given. Where this run was given none, those that it has stay.
 */
function tagOf(deployment: Deployment, { name, isConfigured }: Worker, current = ''): string {
  const { settings, suffix, prebuilt, address, cloudflare, secrets } = deployment
  const parts = [
    name + suffix,
    prebuilt ? hashOf(prebuilt, workers.map(({ directory }) => directory).concat('client')) : hashOfSources(root),
    cloudflare.account.id,
    isConfigured && [address, settings.domain, settings.variables, settings.embedding_dimensions],
  ]
  const ofCode = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)
  if (!isConfigured || Object.keys(secrets).length === 0) return `${ofCode}${current.slice(16)}`
  // Slow, so that nobody who reads the tag finds out a weak secret by trying.
  const text = JSON.stringify(Object.entries(secrets).toSorted())
  return `${ofCode}.${scryptSync(text, name + suffix, 4).toString('hex')}`
}

/** As the build left it, with paths from the root, this deployment's variables and its address. */
function configurationOf(deployment: Deployment, { directory, isConfigured }: Worker): Configuration {
  const { settings, prebuilt, cloudflare, suffix } = deployment
  const home = join(prebuilt ?? join(root, 'dist'), directory)
  const { configPath: _, userConfigPath: __, ...built } = JSON.parse(readFileSync(join(home, 'wrangler.json'), 'utf8'))
  const configuration = {
    ...built,
    main: join(home, built.main),
    ...(built.assets && { assets: { ...built.assets, directory: join(home, built.assets.directory) } }),
  }
  if (!isConfigured) return configuration
  const storage = `https://${cloudflare.account.id}.r2.cloudflarestorage.com/${names.bucket}${suffix}`
  return {
    ...configuration,
    vars: {
      ...built.vars,
      ...(settings.variables.R2_ACCESS_KEY_ID && { R2_S3_URL: storage }),
      ...settings.variables,
    },
    secrets: { required: ['SIGNING_SECRET'] },
    ...(settings.embedding_dimensions && { vectorize: [{ binding: 'VECTORIZE', index_name: names.index }] }),
    ...(directory === front.directory && { ...reachedAt(settings.domain), ratelimits: callRates(suffix) }),
  }
}

/** No address but the one that is meant: previews of versions would work on the same data. */
const reachedAt = (domain: string | undefined) => ({
  workers_dev: !domain,
  preview_urls: false,
  ...(domain && { routes: [{ pattern: domain, custom_domain: true }] }),
})
