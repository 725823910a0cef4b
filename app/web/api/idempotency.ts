/** The headers that make a creating call safe to repeat; one set for one intention. */
export const idempotent = () => ({ 'idempotency-key': crypto.randomUUID() })
