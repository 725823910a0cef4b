/** A conversation by its id, or `new` until the server has given it one. */
export type ConversationKey = number | 'new'
