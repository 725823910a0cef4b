import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unstable_readConfig } from 'wrangler'
import { apiToken, type CloudflareServer } from '../../cloudflare/server.ts'

const root = join(import.meta.dirname, '../../..')

/** What was said, on both outputs, and how it ended. */
export interface Said {
  code: number | null
  output: string
}

/** A directory with settings of some environments, and builds of the Workers that are as small as can be. */
export class Operator {
  readonly directory = mkdtempSync(join(tmpdir(), 'operator-'))
  readonly #server: CloudflareServer

  constructor(server: CloudflareServer) {
    this.#server = server
    this.rebuild('first')
  }

  /** The builds have the configurations of the product, and a code of their own. */
  rebuild(code: string): void {
    const front = configurationIn('wrangler.toml')
    const { vars, d1_databases, r2_buckets, services } = front
    const jobs = { ...configurationIn('wrangler.jobs.toml'), vars, d1_databases, r2_buckets, services }
    const build = (name: string, configuration: object) =>
      writeBuild(join(this.directory, 'dist', name), configuration, code)
    build('server', front)
    build('reader', configurationIn('wrangler.reader.toml'))
    build('jobs', jobs)
    write(join(this.directory, 'dist/client/page.txt'), code)
  }

  write(environment: string, settings: object): void {
    write(join(this.directory, `${environment}.json`), JSON.stringify(settings))
  }

  /** `npm run deploy`, as a process of its own. */
  deploy(args: string[] = ['--yes'], secrets: Record<string, string> = {}): Promise<Said> {
    const environment = args.includes('--env') ? args[args.indexOf('--env') + 1]! : 'production'
    const settings = `--settings=${join(this.directory, `${environment}.json`)}`
    return this.run('deploy', [settings, `--prebuilt=${join(this.directory, 'dist')}`, ...args], secrets)
  }

  /** `npm run rollback`, of production. */
  rollback(args: string[] = ['--yes']): Promise<Said> {
    return this.run('rollback', [`--settings=${join(this.directory, 'production.json')}`, ...args])
  }

  /** Another script of `scripts`, for the same account. @param interrupted as by Ctrl-C */
  async run(
    script: string,
    args: string[],
    secrets: Record<string, string> = {},
    interrupted?: AbortSignal,
  ): Promise<Said> {
    const env = {
      PATH: process.env.PATH,
      HOME: this.directory,
      XDG_CONFIG_HOME: this.directory,
      TMPDIR: this.directory,
      CLOUDFLARE_API_BASE_URL: this.#server.url,
      CLOUDFLARE_API_TOKEN: apiToken,
      ...secrets,
    } as unknown as NodeJS.ProcessEnv
    const child = spawn(process.execPath, [`scripts/${script}.ts`, ...args], { cwd: root, env })
    child.stdin.end()
    interrupted?.addEventListener('abort', () => child.kill('SIGINT'))
    let output = ''
    child.stdout.on('data', (text) => (output += text))
    child.stderr.on('data', (text) => (output += text))
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
    return { code, output }
  }

  /** Everything in its files: the settings, what was generated, what Wrangler wrote at home. */
  get files(): string {
    return readdirSync(this.directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
      .join('\n')
  }
}

/** As the build leaves it beside the code. */
const configurationIn = (file: string): Record<string, unknown> => {
  const { assets, unsafe: _, legacy_env: __, ...read } = unstable_readConfig({ config: join(root, file) })
  return {
    ...read,
    main: 'index.js',
    no_bundle: true,
    ...(assets && { assets: { ...assets, directory: '../client' } }),
  }
}

function writeBuild(directory: string, configuration: object, code: string) {
  const classes = ['MemberObject', 'OrganizationObject', 'AnalysisTables', 'LibraryShard', 'DocumentReader']
  write(join(directory, 'wrangler.json'), JSON.stringify(configuration))
  write(
    join(directory, 'index.js'),
    `// ${code}\n${classes.map((name) => `export class ${name} {}`).join('\n')}\nexport default {}\n`,
  )
}

function write(path: string, text: string) {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
}
