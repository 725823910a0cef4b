import type { AuditDetails } from '~/contract/audits.ts'
import { ApiError } from '~/contract/errors.ts'
import type { Call } from '~/provider/api/serve.ts'
import { callObject } from '~/provider/objects/call.ts'
import type { LastAction } from '~/provider/organization/audit-list.ts'
import { organizationObject } from '~/provider/organization/stub.ts'
import { textOf } from '~/provider/organization/text-line.ts'
import { toAudit } from './audit.ts'
import { sealedTexts } from './sealed-texts.ts'

/**
 * A chat request of the member's organisation, whole.
 * @throws ApiError `does_not_exist`
 */
export async function findAudit(id: number, { env, member }: Pick<Call, 'env' | 'member'>): Promise<AuditDetails> {
  const found = await callObject(() => organizationObject(env, member.organizationKey).find(id))
  if (found?.row.kind !== 'request') throw new ApiError('does_not_exist', { entity: 'audit' })
  const { row, line, place, erased_at } = found
  const text = line === null ? (await sealedTexts(env.FILES, place ? [place] : [])).get(row.seq) : textOf(line)
  return {
    ...toAudit(row),
    question: text?.question ?? '',
    answer: text?.answer ?? '',
    files: text?.files ?? [],
    references: text?.refs ?? [],
    instructions: text?.instructions ?? null,
    text_erased_at: erased_at,
    seq: row.seq,
    previous_hash: row.previous_hash,
    hash: row.hash,
  }
}

/** When one of these actions was last done to a target, no longer ago than `since`. */
export const findLastAction = (env: Env, key: string, wanted: LastAction): Promise<string | null> =>
  callObject(() => organizationObject(env, key).lastAction(wanted))
