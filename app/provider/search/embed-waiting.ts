import { embedPassages } from './embed-passages.ts'
import { openVectors } from './vectors.ts'
import { sendJob } from '~/provider/queue/job.ts'

/** Calls of the model in one run; what is left then is for the next. */
const most = 20

/** Gives the passages that wait for it their vectors, run after run until none does. Safe to repeat. */
export async function embedWaiting(env: Env): Promise<void> {
  const vectors = openVectors(env)
  if (!vectors) return
  for (let i = 0; i < most; i++) if (!(await embedPassages(env, vectors))) return
  await sendJob(env, { kind: 'embed_passages' })
}

/** Has passages that wait for it embedded soon, where passages have vectors. */
export async function queueEmbedding(env: Env): Promise<void> {
  if (openVectors(env)) await sendJob(env, { kind: 'embed_passages' })
}
