import { eq, sql } from 'drizzle-orm'
import type { Question } from '~/contract/chat.ts'
import { selectAgents } from '~/provider/agents/configured.ts'
import type { ReadBy } from '~/provider/api/serve.ts'
import { type Database, files, organizations, users } from '~/provider/db/index.ts'
import { selectFiles } from '~/provider/files/stored-file.ts'
import { selectGroups } from '~/provider/identity/groups.ts'
import type { MemberIds } from '~/provider/identity/members.ts'
import { selectKeywordIn } from '~/provider/keywords/blocked.ts'
import { selectQuestionQuotas } from '~/provider/metrics/question-quota.ts'
import { selectModelSettings } from '~/provider/model-settings/offered.ts'
import { selectShards } from '~/provider/search/library.ts'

/** What the directory knows of a question, read in one trip with the member: each further one would be time in which nothing is seen of the answer. */
export type QuestionContext = ReadBy<typeof selectQuestionContext>

/**
 * The organisation's agents, the groups that the member works in, those of the files asked for that there are, whoever may read
 * them, a blocked keyword that the question contains, the organisation, its quotas of questions, the shards of the
 * libraries of these groups and files, the member's instructions, and what the organisation says of its models; what is searched is what the member may read.
 */
export const selectQuestionContext = (
  db: Database,
  { organizationId, ...caller }: MemberIds,
  { query, files: ids }: Pick<Question, 'query' | 'files'>,
) =>
  [
    selectAgents(db, organizationId),
    selectGroups(db, { organizationId, ...caller }),
    selectFiles(db).where(sql`${files.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`),
    selectKeywordIn(db, organizationId, query),
    db
      .select({ name: organizations.name, time_zone: organizations.time_zone })
      .from(organizations)
      .where(eq(organizations.id, organizationId)),
    selectQuestionQuotas(db, organizationId),
    selectShards(
      db,
      sql`SELECT id FROM (${selectGroups(db, { organizationId, ...caller }).getSQL()})
        UNION SELECT group_id FROM files WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    ),
    db
      .select({ instructions: users.instructions })
      .from(users)
      .where(sql`${users.id} = ${caller.id}`),
    selectModelSettings(db, organizationId),
  ] as const
