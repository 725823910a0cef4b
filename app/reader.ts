/**
 * The Worker (`wrangler.reader.toml`) that parses what others wrote. Nothing can interrupt a parser from within, so the platform
 * ends this Worker where a document takes too much time or memory, and those that answer people and do jobs go on.
 */
export { DocumentReader } from './provider/document-reader.ts'

export default {
  /** Says that this Worker is not busy: asked by the local start, which ends it otherwise. Nobody else reaches it. */
  fetch: () => new Response('ready'),
} satisfies ExportedHandler
