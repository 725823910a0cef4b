import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { endAnswer } from '~/provider/chat/end-answer.ts'
import { Outbox } from '~/provider/chat/outbox.ts'
import { storeQuestion } from '~/provider/chat/store-question.ts'
import type { CheckedQuestion } from '~/provider/chat/task.ts'
import { indexWaiting } from '~/provider/conversations/search/index-waiting.ts'
import { openMemberDatabase } from '~/provider/conversations/tables.ts'
import { portionsOf, referenceOf } from './harness/sized-texts.ts'
import en from '../bench/retrieval/collection/en.txt?raw'
import ja from '../bench/retrieval/collection/ja.txt?raw'

const kibibyte = 1024
/** Questions that are there already when bytes begin to be counted, and those whose bytes are; in conversations of ten. */
const counted = { before: 200, of: 400 }

const asker = {
  userId: 1,
  email: 'someone@organization.example',
  organization: { id: 1, key: 'organization' },
  apiKey: null,
}
const question = (text: string, language: 'en' | 'ja'): CheckedQuestion => ({
  text,
  agent: 'chat_ai',
  chosenModel: 'adaptive',
  attachments: [],
  background: true,
  askedAt: 0,
  asker,
  model: 'small',
  groupIds: [],
  shards: [],
  libraryGroupId: 1,
  usableAgents: ['chat_ai'],
  language,
  setting: { memberName: null, organizationName: 'Organisation', timeZone: 'Asia/Tokyo' },
})

test.each([
  { language: 'en', collection: en, characters: 1500, marked: 160, limit: 5 },
  { language: 'ja', collection: ja, characters: 700, marked: 60, limit: 7 },
] as const)(
  'a question ($language) with its answer, eight sources and their search takes $limit KiB of its member at most',
  async ({ language, collection, characters, marked, limit }) => {
    const text = portionsOf(collection)
    const perQuestion = await runInDurableObject(env.MEMBERS.getByName(`size-${language}`), (_, { storage }) => {
      const db = openMemberDatabase(storage)
      const outbox = new Outbox(db, env)
      let conversationId: number | undefined
      const ask = (number: number) => {
        if (number % 10 === 0) conversationId = undefined
        const task = storeQuestion(
          db,
          question(text(language === 'en' ? 60 : 25), language),
          { conversationId },
          undefined,
        )
        conversationId = task.conversationId
        const sources = Array.from({ length: 8 }, (_, index) => referenceOf(index, text(marked)))
        const answer = { text: text(characters), sources, attachments: [], info: undefined }
        endAnswer(db, outbox, task, answer, { status: 'done', errorCode: null, model: 'small', usage: null })
        // As it is once the organisation has taken the audit.
        storage.sql.exec('DELETE FROM outbox')
        while (indexWaiting(storage));
      }
      const askAll = (from: number, to: number) => {
        for (let number = from; number < to; number++) ask(number)
        return storage.sql.databaseSize
      }
      const before = askAll(0, counted.before)
      return (askAll(counted.before, counted.before + counted.of) - before) / counted.of / kibibyte
    })
    console.info(`a question (${language}): ${perQuestion.toFixed(2)} KiB of its member`)
    expect(perQuestion).toBeLessThanOrEqual(limit)
  },
)
