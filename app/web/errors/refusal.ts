import { ApiError } from '~/contract/errors.ts'

/** Whether the server understood and refused, so that asking again cannot help. */
export const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && error.status < 500

/** Tries a query once more where its failure may pass: that there is no such thing is an answer. */
export const retryOnce = (failures: number, error: Error): boolean => failures < 1 && !isRefusal(error)
