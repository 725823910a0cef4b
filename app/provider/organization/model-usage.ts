import type { Usage } from '~/contract/chat.ts'
import type { NewRequest } from './chain.ts'

const monthOf = (day: string) => day.slice(0, 7)

/** Counts what an answer took of its model. It belongs into the transaction of its row. */
export function countModelUsage(sql: SqlStorage, request: NewRequest, day: string): void {
  const { model, input_tokens, output_tokens } = request
  if (!model || (!input_tokens && !output_tokens)) return
  sql.exec(
    `INSERT INTO model_usage (month, model, input_tokens, output_tokens) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE
     SET input_tokens = input_tokens + excluded.input_tokens, output_tokens = output_tokens + excluded.output_tokens`,
    monthOf(day),
    model,
    input_tokens ?? 0,
    output_tokens ?? 0,
  )
}

/** What was taken of each model in the month of a day. */
export const modelUsageOf = (sql: SqlStorage, day: string): (Usage & { model: string })[] =>
  sql
    .exec<Usage & { model: string } & Record<string, SqlStorageValue>>(
      'SELECT model, input_tokens, output_tokens FROM model_usage WHERE month = ?',
      monthOf(day),
    )
    .toArray()
