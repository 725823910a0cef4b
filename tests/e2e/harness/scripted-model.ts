import { inject } from 'vitest'
import type { PictureAnswer, Take } from '../../models-server.ts'

/** What the model of the copies says to a question that contains `script:{id}`: one take a call, then the last again. */
export const script = (id: string, ...takes: Take[]) => call(id, { method: 'PUT', body: JSON.stringify(takes) })

/** What is answered, one after another, where pictures are asked for whose descriptions contain `script:{id}`. */
export const drawing = (id: string, ...answers: PictureAnswer[]) =>
  call(`${id}/pictures`, { method: 'PUT', body: JSON.stringify(answers) })

/** Lets a take that holds go on. */
export const release = (id: string) => call(`${id}/release`, { method: 'POST' })

/** What the model was asked, call by call. */
export const callsOf = async (id: string) => (await (await call(`${id}/calls`)).json()) as { model: string }[]

/** Waits until somebody has closed the connection before the answer's end. */
export const hungUp = (id: string) => call(`${id}/hung-up`)

async function call(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(`${inject('modelsUrl')}/scripts/${path}`, init)
  if (!response.ok) throw new Error(`${path} answers ${response.status}`)
  return response
}
