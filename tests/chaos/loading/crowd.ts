import { setTimeout } from 'node:timers/promises'
import { type Read, readAnswer } from './read-answer.ts'

/** What the members do. */
export interface Crowd {
  url: string
  /** One for each member, who asks, hears the answer and asks again. */
  tokens: string[]
  /** Readers of each answer beside its asker, who come when it has begun and stay. */
  readers: number
  /** Tokens of an answer, and milliseconds between two. */
  length: number
  pace: number
  /** Milliseconds in which no more is asked. */
  lasts: number
}

/** What came of it: the asker's reading of each answer first. */
export type Answers = Read[][]

/**
 * Members who ask and readers who follow, in a process of their own, so that what they have to do is not in what is measured. It is told
 * what they do, and tells what came of it.
 */
process.on('message', (crowd: Crowd) => void gather(crowd).then((answers) => process.send!(answers)))
process.on('disconnect', () => process.exit())

async function gather(crowd: Crowd): Promise<Answers> {
  const end = Date.now() + crowd.lasts
  const turn = crowd.length * crowd.pace
  const all = crowd.tokens.map(async (token, number) => {
    // Not all begin in the same moment: as many answers begin in any second as end.
    if (crowd.tokens.length > 1) await setTimeout((number / crowd.tokens.length) * turn)
    const answers: Answers = []
    do answers.push(await answer(crowd, token))
    while (Date.now() < end)
    return answers
  })
  return (await Promise.all(all)).flat()
}

/** An answer as its asker has it, and as so many others do who come as soon as it has begun. */
async function answer({ url, readers, length, pace }: Crowd, token: string): Promise<Read[]> {
  const body = JSON.stringify({ query: `tokens=${length} pace=${pace}`, pipeline: 'chat_ai', background: true })
  const whole = Array.from({ length: length - 1 }, (_, number) => ` w${number + 1}`).join('')
  const { promise: conversation, resolve } = Promise.withResolvers<number | undefined>()
  const asked = readAnswer({ url: `${url}/web/v1/chat`, token, body }, whole, resolve)
  void asked.then(() => resolve(undefined))
  const id = await conversation
  if (id === undefined) return [await asked]
  const follow = () => readAnswer({ url: `${url}/web/v1/chat/${id}/stream`, token }, whole)
  return Promise.all([asked, ...Array.from({ length: readers }, follow)])
}
