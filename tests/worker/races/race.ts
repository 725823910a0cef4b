import { type ErrorBody, isErrorCode } from '~/contract/errors.ts'
import { randomFrom } from '../../random.ts'
import { newPlace, type Place, settle } from '../storage-faults/place.ts'
import type { Findings } from '../storage-faults/try-change.ts'
import { inOrder } from './order.ts'
import { leftOf } from './left.ts'

/** What somebody does while others do something to the same. */
export interface Act {
  call: () => Promise<Response>
  /** The codes with which it may be refused: somebody else was faster. */
  codes?: string[]
  /** Whether it is among all that are drawn; with `false` only where it surely meets, so that earlier seeds draw what they did. */
  always?: boolean
}

/** An act that is over. */
export interface Done {
  name: string
  ok: boolean
  code: string
  body: string
}

/** Things that several may do something to at once. */
export interface Meeting {
  acts: Record<string, Act>
  /** Says what must not be, as `lost …`, `doubled …` or `stuck …`, once all is over. */
  check: (done: Map<string, Done>) => Promise<string[]>
}

export type Race = (place: Place, random: () => number) => Promise<Meeting>

/** Milliseconds after which an act is taken for one that never ends. */
const tooLong = 30_000
const acts = 5

/**
 * Has some of a meeting's acts, drawn by a seed, meet in an order that is drawn as well, and looks at what has come of it.
 * @param surely the acts that meet whatever is drawn
 */
export async function runRace(
  race: Race,
  surely: string[],
  seed: number,
): Promise<{ drawn: string[]; findings: Findings }> {
  const random = randomFrom(seed)
  const place = await newPlace()
  const meeting = await race(place, random)
  const drawn = draw(meeting, surely, random)
  const works = Object.fromEntries(drawn.map((name) => [name, () => doneOf(name, meeting.acts[name]!)]))
  const done = new Map((await inOrder(random, works)).map((one) => [one.name, one]))
  await settle(place)
  const found = [
    ...[...done.values()].flatMap((one) => wrongWith(one, meeting.acts[one.name]!)),
    ...(await meeting.check(done)),
    ...(await leftOf(place.organization.id)),
  ]
  const findings: Findings = { lost: [], doubled: [], stuck: [], leaked: [] }
  for (const line of found) {
    const [kind, ...rest] = line.split(' ')
    findings[kind as keyof Findings].push(rest.join(' '))
  }
  return { drawn, findings }
}

function draw({ acts: all }: Meeting, surely: string[], random: () => number): string[] {
  const isSure = (name: string) => all[name]!.always === true || surely.includes(name)
  const left = Object.keys(all).filter((name) => !isSure(name) && all[name]!.always !== false)
  const drawn = Object.keys(all).filter(isSure)
  while (drawn.length < acts && left.length > 0) drawn.push(...left.splice(Math.floor(random() * left.length), 1))
  return drawn
}

async function doneOf(name: string, { call }: Act): Promise<Done> {
  const late = new Promise<Done>((resolve) =>
    setTimeout(resolve, tooLong, { name, ok: false, code: 'never_ended', body: '' }),
  )
  return Promise.race([late, answered(name, call)])
}

async function answered(name: string, call: () => Promise<Response>): Promise<Done> {
  const response = await call()
  const body = await response.text()
  return { name, ok: response.ok, code: response.ok ? 'done' : codeOf(body), body }
}

function codeOf(body: string): string {
  try {
    return (JSON.parse(body) as ErrorBody).code
  } catch {
    return 'no_code'
  }
}

function wrongWith({ name, ok, code, body }: Done, { codes = [] }: Act): string[] {
  if (/D1_ERROR|SQLITE|\bat \w+ \(/.test(body)) return [`leaked by ${name}: ${body.slice(0, 200)}`]
  if (ok || (isErrorCode(code) && codes.includes(code))) return []
  return [`stuck ${name}: ${code}`]
}
