import type { RetentionPreview } from '~/contract/retention.ts'

/** What was found so far: all of it where there is no `next`. */
export type PreviewSum = Omit<RetentionPreview, 'next'>

/** The sum of a preview's parts. How many members there are is what the last part says. */
export const sumOf = (parts: readonly RetentionPreview[]): PreviewSum =>
  parts.reduce<PreviewSum>(
    (sum, part) => ({
      count: sum.count + part.count,
      bytes: sum.bytes + part.bytes,
      held: sum.held + part.held,
      oldest: older(sum.oldest, part.oldest),
      looked_at: sum.looked_at + part.looked_at,
      members: part.members,
    }),
    { count: 0, bytes: 0, held: 0, oldest: null, looked_at: 0, members: 0 },
  )

const older = (one: string | null, other: string | null) =>
  one === null || other === null ? (one ?? other) : one < other ? one : other
