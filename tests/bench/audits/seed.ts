import { type Database, execute } from '../product.ts'

/** Days over which the requests are spread, from 2026-01-01 on. */
const days = 100

/**
 * An organisation with one admin and so many requests, a hundred of each user and ten of each conversation. The metrics'
 * trigger is left out meanwhile: it is not what is measured, and takes longer than all else.
 */
export async function seed(
  db: Database,
  { organization, email, audits }: { organization: number; email: string; audits: number },
) {
  const group = organization * 2 - 1
  const statements = [
    `INSERT INTO organizations (id, name) VALUES (${organization}, '${email}')`,
    `INSERT INTO groups (id, organization_id, name, type) VALUES
       (${group}, ${organization}, 'Everybody', 'organization'), (${group + 1}, ${organization}, 'Private', 'user')`,
    `INSERT INTO users (organization_id, private_group_id, email, role, language)
       VALUES (${organization}, ${group + 1}, '${email}', 'admin', 'en')`,
    ...steps(audits).map(
      ([from, to]) => `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to})
       INSERT INTO audits (organization_id, seq, kind, source, user_id, user_email, created_at, day, conversation_id, status,
         pipeline, model, execution_time, input_tokens, output_tokens, question, answer, files, refs, previous_hash, hash)
       SELECT ${organization}, i, 'request', 'answer:' || i, i % ${audits / 100} + 1, 'person@example.com',
         strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', '+' || ((i - 1) * ${days} * 86400 / ${audits}) || ' seconds'),
         '2026-01-01', i / 10, 'completed', 'chat_ai', 'small', 1.5, 100, 200,
         'What do the rules of employment say of holidays?', 'They say that there are twenty days of them.', '[]', '[]',
         '', '' FROM n`,
    ),
  ]
  await execute(db, statements)
}

/** The first and the last row of each statement: one that writes a million takes longer than D1 lets it. */
const steps = (rows: number, step = 50_000) =>
  Array.from({ length: Math.ceil(rows / step) }, (_, index) => [index * step + 1, Math.min(rows, (index + 1) * step)])
