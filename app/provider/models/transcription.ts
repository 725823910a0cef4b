import { z } from 'zod'
import { hasCode } from '~/contract/errors.ts'
import { noted } from '~/provider/log/model-outcomes.ts'
import { answerJson } from './answer-json.ts'
import { modelRequest } from './model-request.ts'

/** Bytes of a recording that the transcription API takes. */
export const maxRecordingBytes = 25_000_000

/** What was said in a recording from a time on, in seconds. */
export interface SpokenPart {
  start: number
  text: string
}

/** Writes down what is said in a recording. @throws ApiError as `modelRequest` does, and `service_http_error` for anything that is not a transcript */
export type Transcribe = (recording: File) => Promise<SpokenPart[]>

/** The configured model, behind OpenAI's transcription API or a service that speaks it; undefined where there is none. */
export function openTranscription(env: Env): Transcribe | undefined {
  const { TRANSCRIPTION_MODEL: model } = env
  if (!model) return undefined
  return (recording) => noted('transcription', model, () => transcribeInAnyFormat(env, model, recording))
}

async function transcribeInAnyFormat(env: Env, model: string, recording: File): Promise<SpokenPart[]> {
  try {
    return await transcribe(env, { model, recording, format: 'verbose_json' })
  } catch (error) {
    // Some models give no times.
    if (!hasCode(error, 'service_http_error')) throw error
    return transcribe(env, { model, recording, format: 'json' })
  }
}

const Transcript = z.object({
  text: z.string(),
  segments: z.array(z.object({ start: z.number(), text: z.string() })).optional(),
})

/** Milliseconds that a service may take for a recording. */
const timeLimit = 5 * 60_000

async function transcribe(
  env: Env,
  { model, recording, format }: { model: string; recording: File; format: 'json' | 'verbose_json' },
): Promise<SpokenPart[]> {
  const body = new FormData()
  body.set('file', recording)
  body.set('model', model)
  body.set('response_format', format)
  const baseUrl = env.TRANSCRIPTION_BASE_URL || env.OPENAI_BASE_URL
  const apiKey = env.TRANSCRIPTION_BASE_URL ? env.TRANSCRIPTION_API_KEY : env.OPENAI_API_KEY
  const response = await modelRequest(
    `${baseUrl.replace(/\/$/, '')}/audio/transcriptions`,
    {
      method: 'POST',
      headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
      body,
      signal: AbortSignal.timeout(timeLimit),
    },
    ({ headers }) => headers.get('content-type')?.startsWith('application/json') ?? false,
  )
  const { segments, text } = await answerJson(response, Transcript)
  return segments ?? [{ start: 0, text }]
}
