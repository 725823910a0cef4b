import { endAnswer } from '~/provider/chat/end-answer.ts'
import { Outbox } from '~/provider/chat/outbox.ts'
import { storeQuestion } from '~/provider/chat/store-question.ts'
import { indexWaiting } from '~/provider/conversations/search/index-waiting.ts'
import { openMemberDatabase } from '~/provider/conversations/tables.ts'
import { MemberObject as Member } from '../../worker/harness/entry.ts'
import { textOf } from '../retrieval/texts.ts'

export * from '../../worker/harness/entry.ts'

/** Questions of one conversation, and those that are stored by one call. */
const conversationLength = 10
const perCall = 500

const asker = { userId: 1, email: 'member@example.com', organization: { id: 1, key: 'organization' }, apiKey: null }
const outcome = { status: 'done', errorCode: null, model: 'small', usage: null } as const

/** A member's object that is filled as by questions, their answers and their audits. */
export class MemberObject extends Member {
  async fill(from: number): Promise<void> {
    const { storage } = this.ctx
    const db = openMemberDatabase(storage)
    const outbox = new Outbox(db, this.env)
    storage.transactionSync(() => {
      let conversationId: number | undefined
      for (let number = from; number < from + perCall; number++) {
        if (number % conversationLength === 0) conversationId = undefined
        const text = textOf('en', number)
        const question = { text: text.slice(0, 60), agent: 'chat_ai', chosenModel: 'small', attachments: [] } as const
        const asked = { ...rest, ...question, attachments: [] }
        const task = storeQuestion(db, asked, { conversationId }, undefined)
        conversationId = task.conversationId
        const sources = [0, 1].map((index) => ({
          id: index + 1,
          type: 'document' as const,
          name: 'employee-handbook-2026.pdf',
          file_id: number + index,
          page_number: 3 + index,
          excerpt: text.slice(100 * index, 100 * index + 100),
        }))
        endAnswer(db, outbox, task, { text, sources, attachments: [], info: undefined }, outcome)
      }
      // As it is once the organisation has taken the audits.
      storage.sql.exec('DELETE FROM outbox')
    })
    while (indexWaiting(storage));
  }
}

const rest = {
  background: true,
  askedAt: 0,
  asker,
  model: 'small',
  groupIds: [],
  shards: [],
  libraryGroupId: 1,
  usableAgents: ['chat_ai' as const],
  language: 'en' as const,
  setting: { memberName: null, organizationName: 'Organisation', timeZone: 'Asia/Tokyo' },
}

/** `POST /KEY?questions=10000` fills the object of that name. */
export default {
  async fetch(request, env) {
    const { pathname, searchParams } = new URL(request.url)
    const members = env.MEMBERS as unknown as DurableObjectNamespace<MemberObject>
    for (let from = 0; from < Number(searchParams.get('questions')); from += perCall)
      await members.getByName(pathname.slice(1)).fill(from)
    return new Response()
  },
} satisfies ExportedHandler<Env>
