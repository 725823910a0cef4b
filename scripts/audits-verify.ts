/**
 * Checks that no audit of an organisation was altered or removed: `npm run audits:verify`. It asks the API at APP_URL (the local start
 * where it is not set) with the ID token of one of the organisation's admins in TOKEN. Ends with 1 when something is wrong.
 *
 * The hash of a row is defined in app/provider/organization/chain-entry.ts, the digest of its text in text-line.ts beside it; an export
 * of the audits has all that they cover, so that a file can be checked by the same rules (cells that begin like a formula have an
 * apostrophe in front there, and the empty address of nobody, the user 0, is a word).
 */
import { createParser } from 'eventsource-parser'
import { type Erasure, verifyAudits, VerificationEvent } from '../app/contract/audits.ts'
import { createClient } from '../app/contract/client.ts'
import { ApiError } from '../app/contract/errors.ts'
import { getMe } from '../app/contract/users.ts'
import { Problem, reportProblem } from './local/problem.ts'
import { readSettings } from './local/settings.ts'

const { APP_URL: origin = readSettings(process.env, false).appUrl, TOKEN: token } = process.env

try {
  if (!token) throw new Problem('TOKEN has to be the ID token of an admin of the organisation.')
  const client = createClient({ origin, token, fetch })
  const { organization_id } = await client(getMe)
  const stream = await client(verifyAudits, { params: { organization_id } })
  await report(stream)
} catch (error) {
  reportProblem(error instanceof ApiError ? new Problem(`${origin} answers ${error.code}: ${error.message}`) : error)
}

async function report(stream: Response): Promise<void> {
  let end: Extract<VerificationEvent, { type: 'end' }> | undefined
  const parser = createParser({
    onEvent({ data }) {
      const event = VerificationEvent.parse(JSON.parse(data))
      if (event.type === 'problem') console.error(`row ${event.seq}: ${event.code.replaceAll('_', ' ')}`)
      if (event.type === 'erasure') console.log(erasureText(event))
      if (event.type === 'end') end = event
    },
  })
  for await (const part of stream.body!.pipeThrough(new TextDecoderStream())) parser.feed(part)
  if (!end) throw new Problem('The verification broke off.')
  const { rows, head, problems, erased } = end
  console.log(`${rows} rows; the hash of the last is ${head}`)
  if (erased > 0) console.log(`${erased} ${erased === 1 ? 'text was' : 'texts were'} erased when their time had come.`)
  console.log(
    problems === 0 ? 'The audits are whole.' : `${problems} ${problems === 1 ? 'problem' : 'problems'} found.`,
  )
  if (problems > 0) process.exitCode = 1
}

function erasureText({ seq, created_at, texts, before }: Erasure): string {
  return `row ${seq}: ${texts} ${texts === 1 ? 'text' : 'texts'} from before ${before} erased on ${created_at}`
}
