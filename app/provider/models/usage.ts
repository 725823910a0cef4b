import type { Usage } from '~/contract/chat.ts'

/** What several calls of a model cost together. */
export const totalUsage = (used: Usage[]): Usage => ({
  input_tokens: used.reduce((sum, { input_tokens }) => sum + input_tokens, 0),
  output_tokens: used.reduce((sum, { output_tokens }) => sum + output_tokens, 0),
})
