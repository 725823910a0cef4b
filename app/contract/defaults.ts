import type { AgentType } from './chat.ts'

export type { AgentType }

/** The agent and the model that are chosen where nobody chose: both leave the choice to the server. */
export const defaultAgent = 'auto_ai' satisfies AgentType
export const defaultModel = 'adaptive'

/** How long a question may be, in UTF-16 code units. */
export const maxQuestionLength = 200_000

/** How many rules `compliance_review_ai` may have, and how long one may be, in UTF-16 code units. */
export const maxRules = 500
export const maxRuleLength = 2000

/** A file below this many bytes goes by direct upload, any other in parts to signed addresses. */
export const directUploadThreshold = 10 * 1024 * 1024

/**
 * What one direct upload may carry: a form is held until its files are stored, and an isolate has 128 MB for all that it does. Larger
 * files go by signed address, as those from `directUploadThreshold` do.
 */
export const directUploadBytes = 16 * 1024 * 1024

/** Bytes of a part of an upload by signed addresses; the last one may be smaller. */
export const uploadPartBytes = 8 * 1024 * 1024

/** The most pages of a scan whose text is recognised; each takes a browser some seconds. */
export const mostRecognisedPages = 300

/** A pending file of which nobody has heard for so many milliseconds may be queued again: a document is read within minutes, or its job is lost. */
export const silentProcessing = 10 * 60 * 1000

/** Where programs that speak the Model Context Protocol connect. */
export const mcpPath = '/mcp'
