import type { Usage } from '~/contract/chat.ts'

/** What several calls of a model cost together; null where none told. */
export const totalUsage = (used: Usage[]): Usage | null =>
  used.length === 0
    ? null
    : {
        input_tokens: used.reduce((sum, { input_tokens }) => sum + input_tokens, 0),
        output_tokens: used.reduce((sum, { output_tokens }) => sum + output_tokens, 0),
      }
