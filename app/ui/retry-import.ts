import { type ComponentType, lazy } from 'react'
import { untilDone } from './until-done.ts'

/**
 * Retries the import of a part of the page until it succeeds: one that is asked for while the network is down or the server restarts
 * comes late, instead of ending the page in an error. However often it is asked for, it is loaded once.
 */
export function retryImport<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loading: Promise<Part> | undefined
  return () => (loading ??= untilDone(load))
}

/** React's `lazy`, for where the fallback can be shown as long as that takes. */
export const lazyPart = <Props>(load: () => Promise<{ default: ComponentType<Props> }>) => lazy(retryImport(load))
