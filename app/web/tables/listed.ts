import type { UseQueryResult } from '@tanstack/react-query'
import type { Paged } from '~/contract/shared.ts'
import { errorMessage } from '~/web/errors/message.ts'

/** A query of one page of a list, as the table takes it. */
export const listed = <Row>({ data, error, refetch, isPlaceholderData }: UseQueryResult<Paged<Row>>) => ({
  list: data,
  stale: isPlaceholderData,
  error: error ? errorMessage(error) : undefined,
  onRetry: () => void refetch(),
})
