import { type ErrorBody, isErrorCode } from '~/contract/errors.ts'
import { type Failure, whileFailing } from '../harness/failing-storage.ts'
import type { Change } from './changes.ts'
import { inventory } from './inventory.ts'
import { newPlace, settle } from './place.ts'

/** What a try shows that must not be; each a line. */
export type Findings = Record<'lost' | 'doubled' | 'stuck' | 'leaked', string[]>

/** A change that nothing disturbs, made twice as it is in every try: the calls of the storage that it makes, and what it leads to. */
export async function undisturbed(change: Change): Promise<{ sites: string[]; expected: string[] }> {
  const place = await newPlace()
  const make = await change.prepare(place)
  const sites = await whileFailing({ way: 'before', words: 'lost' }, place.queue, async () => {
    await (await make()).text()
  })
  await (await make()).text()
  await settle(place)
  return { sites, expected: await inventory(place.organization.id) }
}

/** Makes a change while the storage fails, makes it again while it does not, and looks at what has come of it. */
export async function tryChange(change: Change, failure: Failure, expected: string[]): Promise<Findings> {
  const findings: Findings = { lost: [], doubled: [], stuck: [], leaked: [] }
  const place = await newPlace()
  const make = await change.prepare(place)
  let first: Answer | undefined
  await whileFailing(failure, place.queue, async () => {
    first = await answerOf(await make())
  })
  if (first!.leaks) findings.leaked.push(first!.body.slice(0, 200))
  const again = await answerOf(await make())
  if (!again.done && !change.madeAlready?.includes(again.code))
    findings.stuck.push(`${first!.code} and then ${again.code}`)
  await settle(place)
  const found = (await inventory(place.organization.id)).map(
    failure.words === 'lost' ? asIfAnswered : asIfAnsweredAtAll,
  )
  findings.lost = without(expected, found)
  findings.doubled = without(found, expected)
  return findings
}

/** An answer that has failed with its code, in its entry and in its audit alike, is as good as one that has not. */
const asIfAnswered = (line: string) =>
  line
    .replace('"status":"failed","error_code":"service_unavailable"', '"status":"done","error_code":null')
    .replace('request failed service_unavailable', 'request completed null')
const asIfAnsweredAtAll = (line: string) => asIfAnswered(line.replace('unexpected', 'service_unavailable'))

interface Answer {
  done: boolean
  code: string
  body: string
  leaks: boolean
}

async function answerOf(response: Response): Promise<Answer> {
  const body = await response.text()
  const done = response.ok
  const code = done ? 'done' : codeOf(body)
  // What the storage said is not for the caller, nor is an error without a code.
  const leaks =
    /D1_ERROR|SQLITE|network connection|internal error|\bat \w+ \(/i.test(body) || (!done && !isErrorCode(code))
  return { done, code, body, leaks }
}

function codeOf(body: string): string {
  try {
    return (JSON.parse(body) as ErrorBody).code
  } catch {
    return 'no code'
  }
}

/** The lines of one list that another lacks, as often as it lacks them. */
function without(lines: string[], others: string[]): string[] {
  const left = [...others]
  return lines.filter((line) => {
    const place = left.indexOf(line)
    if (place >= 0) left.splice(place, 1)
    return place < 0
  })
}
