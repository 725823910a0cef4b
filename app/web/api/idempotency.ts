/** The headers that make a creating call safe to repeat; one set for one intention, which may bring its own key. */
export const idempotent = (key: string = crypto.randomUUID()) => ({ 'idempotency-key': key })
