import { eq, inArray } from 'drizzle-orm'
import type { AgentType } from '~/contract/chat.ts'
import type { Quota } from '~/contract/metrics.ts'
import { selectAgents, usableOf } from '~/provider/agents/configured.ts'
import type { Call } from '~/provider/api/serve.ts'
import { files, organizations } from '~/provider/db/index.ts'
import { type FileRow, selectFiles } from '~/provider/files/stored-file.ts'
import { selectKeywordIn } from '~/provider/keywords/blocked.ts'
import { selectQuestionQuotas } from '~/provider/metrics/question-quota.ts'
import { dayOf, type OrganizationDay } from '~/provider/time/today.ts'
import { selectGroups } from '~/provider/users/groups.ts'
import { type ConversationRow, type EntryRow, selectAnswer, selectOwnConversation } from './own-conversation.ts'

/** What the database knows of a question that is about to be stored. */
export interface Surroundings {
  usableAgents: AgentType[]
  /** The groups that the member works in. */
  groupIds: number[]
  /** Of the files asked for those that there are, whoever may read them. */
  files: FileRow[]
  /** Of the organisation's blocked keywords one that the question contains, if any. */
  keywords: { id: number }[]
  today: OrganizationDay
  quotas: Quota[]
  organizationName: string
  /** The member's conversation that it is asked in, and the latest answer there. */
  conversation: ConversationRow | undefined
  latest: EntryRow | undefined
}

/**
 * Reads all of it in one round trip: each further one would be time in which nothing is seen of the answer.
 * @param conversationId undefined for a new conversation
 */
export async function readForQuestion(
  { text, fileIds, conversationId }: { text: string; fileIds: number[]; conversationId: number | undefined },
  { db, member }: Call,
): Promise<Surroundings> {
  // No row has this id.
  const id = conversationId ?? 0
  const [agents, groups, fileRows, keywords, organization, quotas, [conversation], [latest]] = await db.batch([
    selectAgents(db, member.organizationId),
    selectGroups(db, member),
    selectFiles(db).where(inArray(files.id, fileIds)),
    selectKeywordIn(db, member.organizationId, text),
    db
      .select({ name: organizations.name, time_zone: organizations.time_zone })
      .from(organizations)
      .where(eq(organizations.id, member.organizationId)),
    selectQuestionQuotas(db, member.organizationId),
    selectOwnConversation(db, member, id),
    selectAnswer(db, id),
  ])
  return {
    usableAgents: usableOf(agents),
    groupIds: groups.map((group) => group.id),
    files: fileRows,
    keywords,
    today: dayOf(member.organizationId, organization),
    quotas,
    organizationName: organization[0]!.name,
    conversation,
    latest,
  }
}
