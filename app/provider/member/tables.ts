import { chatTables, claimingRuns } from '../chat/tables.ts'
import { conversationTables, passingTables } from '../conversations/tables.ts'

/** The tables of a member's object, by version (`objects/tables.ts`). */
export const memberTables = [conversationTables + chatTables, claimingRuns, passingTables]
