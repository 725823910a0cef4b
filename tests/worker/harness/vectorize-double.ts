/** Characters of an id, vectors of one call, and results of a query at most, as Cloudflare documents them. */
const limits = { id: 64, batch: 1000, topK: 100 }

/**
 * Stands for Vectorize, which does not run locally, as far as it is used: upsert, deleteByIds, and query within a namespace by
 * a filter of properties that have a metadata index. Changes are seen at once; in Cloudflare's it takes some seconds.
 */
export class VectorizeDouble {
  readonly vectors = new Map<string, VectorizeVector>()

  constructor(private readonly indexed: string[]) {}

  async upsert(vectors: VectorizeVector[]) {
    if (vectors.length > limits.batch) throw new Error('VECTOR_UPSERT_ERROR: too many vectors')
    for (const vector of vectors) {
      if (vector.id.length > limits.id) throw new Error('VECTOR_UPSERT_ERROR: the id is too long')
      this.vectors.set(vector.id, vector)
    }
    return { mutationId: crypto.randomUUID() }
  }

  async deleteByIds(ids: string[]) {
    for (const id of ids) this.vectors.delete(id)
    return { mutationId: crypto.randomUUID() }
  }

  async query(values: number[], { topK = 5, namespace, filter = {} }: VectorizeQueryOptions = {}) {
    if (topK > limits.topK) throw new Error('VECTOR_QUERY_ERROR: topK is too large')
    const conditions = Object.entries(filter).map(([property, condition]) => {
      // Cloudflare's answers such a filter with nothing.
      if (!this.indexed.includes(property)) return () => false
      return (vector: VectorizeVector) => fits(vector.metadata?.[property], condition)
    })
    const matches = [...this.vectors.values()]
      .filter(
        (vector) =>
          (namespace === undefined || vector.namespace === namespace) && conditions.every((met) => met(vector)),
      )
      .map(({ id, namespace: own, values: others }) => ({ id, namespace: own, score: cosine(values, [...others]) }))
      .toSorted((one, other) => other.score - one.score)
      .slice(0, topK)
    return { matches, count: matches.length }
  }
}

const fits = (value: unknown, condition: unknown) =>
  typeof condition === 'object' && condition !== null
    ? (condition as { $in: unknown[] }).$in.includes(value)
    : value === condition

function cosine(one: number[], other: number[]): number {
  const dot = (a: number[], b: number[]) => a.reduce((sum, value, index) => sum + value * b[index]!, 0)
  return dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other))
}
