import { Problem } from '../local/problem.ts'
import type { Cloudflare } from './cloudflare.ts'
import { type Deployed, historyOf } from './versions.ts'
import { workers } from './workers.ts'

/** What becomes of a Worker. */
export interface Step {
  script: string
  from: Deployed
  /** What it goes back to; undefined where it stays, since the last run did not change it. */
  to: Deployed | undefined
}

/**
 * What takes the last run of `npm run deploy` back: those Workers whose present version it made go back to what they were before it, in
 * the opposite order of their deployment. The others stay, so that all are as they were together.
 * @throws a {@link Problem} where nothing was before it, or the platform does not go back that far
 */
export async function planRollback(cloudflare: Cloudflare, suffix: string): Promise<Step[]> {
  const scripts = workers.map(({ name }) => name + suffix).toReversed()
  const histories = await Promise.all(
    scripts.map(async (script) => ({ script, history: withReleases(await historyOf(cloudflare, script)) })),
  )
  const missing = histories.find(({ history }) => history.length === 0)
  if (missing) throw new Problem(`There is no Worker ${missing.script}: nothing was deployed.`)

  const last = lastRun(histories)
  return histories.map(({ script, history }) => {
    const from = history[0]!
    const changes = last.filter((one) => one.script === script).length
    if (changes === 0) return { script, from, to: undefined }
    const to = history[changes]
    if (!to)
      throw new Problem(`Before this version of ${script} none was deployed, or none that Cloudflare still lists.`)
    if (to.migrationTag !== from.migrationTag)
      throw new Problem(
        `${script} has other classes of objects since (${to.migrationTag || 'none'}, now ${from.migrationTag}): Cloudflare does not go back beyond that. Deploy the sources of before, with these classes.`,
      )
    return { script, from, to }
  })
}

/** What was changed by hand belongs to the run that it changed. */
const withReleases = (history: Deployed[]): Deployed[] =>
  history.map((one, index) => ({
    ...one,
    release: history.slice(index).find(({ release }) => release !== '')?.release ?? '',
  }))

/** The deployments of the last run: the latest of all Workers' that are of one release. */
function lastRun(histories: { script: string; history: Deployed[] }[]) {
  const all = histories
    .flatMap(({ script, history }) => history.map(({ release, at }) => ({ script, release, at })))
    .toSorted((one, other) => other.at.localeCompare(one.at))
  const end = all.findIndex(({ release }) => release !== all[0]!.release)
  return end < 0 ? all : all.slice(0, end)
}

/** Whether it comes back with other secrets than it has, or somebody changed it by hand, perhaps its secrets. */
export const mayHaveOtherSecrets = ({ from, to }: Step): boolean =>
  to !== undefined && (secretsIn(from.tag) !== secretsIn(to.tag) || from.tag === '' || to.tag === '')

const secretsIn = (tag: string) => tag.split('.')[1]
