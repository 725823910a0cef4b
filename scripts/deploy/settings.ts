import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { writeWhole } from '../local/data-dir.ts'
import { isTimeZone } from '../local/organization.ts'
import { root } from '../local/packages.ts'
import { Problem } from '../local/problem.ts'
import { variableNames } from '../local/variables.ts'

/** Where D1 and R2 can lie; it cannot be changed afterwards. */
export const locations = ['wnam', 'enam', 'weur', 'eeur', 'apac', 'oc'] as const

/** What is known of a deployment, without its secrets: `.deploy/<environment>.json`, which git ignores. */
export const Settings = z.strictObject({
  /** The account's id; needed where there are several. */
  account: z.string().optional(),
  location: z.enum(locations).optional(),
  /** A host of one of the account's zones, instead of one below workers.dev. */
  domain: z.hostname().optional(),
  /** Where people reach it, where that is neither of the two. */
  address: z.url().optional(),
  /** Variables of the Worker that differ from `wrangler.toml`. */
  variables: z.record(z.string(), z.string()).default({}),
  /** Of the model `EMBEDDING_MODEL`: with it there is search by meaning. */
  embedding_dimensions: z.int().positive().optional(),
  /** The first one, and who invites the others. */
  organization: z
    .strictObject({
      name: z.string().min(1),
      admin: z.email().toLowerCase(),
      time_zone: z.string().refine(isTimeZone, 'not the name of a time zone').default('Asia/Tokyo'),
      language: z.enum(['en', 'ja']).default('ja'),
    })
    .optional(),
})
export type Settings = z.infer<typeof Settings>

/** Where the settings of an environment are, unless they are told to be elsewhere. */
export const settingsFile = (environment: string): string => join(root, '.deploy', `${environment}.json`)

/**
 * Reads a file of settings; empty ones where there is none.
 * @throws a {@link Problem} that names what is wrong
 */
export function readSettings(file: string): Settings {
  const { success, data, error } = Settings.safeParse(existsSync(file) ? parsed(file) : {})
  if (!success) throw new Problem(`${file}:\n${z.prettifyError(error)}`)
  const { variables, secrets } = variableNames()
  for (const name of Object.keys(data.variables)) {
    if (secrets.includes(name))
      throw new Problem(
        `${file}: ${name} is a secret. Take it out, and give it in the environment of \`npm run deploy\`.`,
      )
    if (!variables.includes(name)) throw new Problem(`${file}: ${name} is no variable of docs/configuration.md.`)
  }
  return data
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Problem(`${file} is no JSON: ${(error as Error).message}`)
  }
}

/** Writes them where they differ from what is there. */
export function writeSettings(file: string, settings: Settings): void {
  const text = `${JSON.stringify(settings, null, 2)}\n`
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  mkdirSync(dirname(file), { recursive: true })
  writeWhole(file, text)
}

/**
 * What stands behind each name of an environment's own: nothing for production.
 * @throws a {@link Problem} for a name that would meet another's
 */
export function suffixOf(environment: string): string {
  if (environment === 'production') return ''
  if (!/^[a-z][a-z0-9-]{0,19}$/.test(environment) || environment.startsWith('dead'))
    throw new Problem(
      '--env takes up to 20 small letters, digits and hyphens, such as staging; none that begins with dead.',
    )
  return `-${environment}`
}
