import { type EmbeddingModel, openEmbeddingModel } from '~/provider/models/embeddings.ts'

declare global {
  interface Env {
    /** Cloudflare's vector index; there is none where the Worker runs locally. */
    VECTORIZE?: Vectorize
  }
}

/** A passage as its vector knows it: who may find it, and where it is. */
export interface EmbeddablePassage {
  id: number
  text: string
  organization_id: number
  group_id: number
  file_id: number
  /** Whether the product generated the file: 1 or 0. */
  generated: number
}

interface Nearness {
  text: string
  organizationId: number
  groupIds: number[]
  /** Only these files, where given; otherwise all but those that the product generated. */
  fileIds?: number[] | undefined
  /** At most 100. */
  limit: number
}

/** Passages by what they mean. */
export interface PassageVectors {
  /** Passages of one call, as many as models take. */
  add(passages: EmbeddablePassage[], signal: AbortSignal): Promise<void>
  remove(ids: number[]): Promise<void>
  /** The ids of the nearest passages of these groups. The index is some seconds behind: whoever reads them checks them. */
  nearest(wanted: Nearness, signal: AbortSignal): Promise<number[]>
}

/** Undefined where the vector index or the embedding model is missing: then the search goes by words alone. */
export function openVectors(env: Env): PassageVectors | undefined {
  const model = openEmbeddingModel(env)
  return env.VECTORIZE && model && vectorsIn(env.VECTORIZE, model)
}

/**
 * An organisation is a namespace, which a query cannot leave; group, file and whether the product generated it are metadata with an
 * index each (docs/configuration.md), which a query filters by.
 */
const vectorsIn = (index: Vectorize, model: EmbeddingModel): PassageVectors => ({
  async add(passages, signal) {
    const vectors = await model.embed(
      passages.map(({ text }) => text),
      signal,
    )
    await index.upsert(
      passages.map(({ id, organization_id, group_id, file_id, generated }, place) => ({
        id: String(id),
        values: vectors[place]!,
        namespace: namespaceOf(organization_id),
        metadata: { group_id, file_id, generated },
      })),
    )
  },
  async remove(ids) {
    await index.deleteByIds(ids.map(String))
  },
  async nearest({ text, organizationId, groupIds, fileIds, limit }, signal) {
    const [vector] = await model.embed([text], signal)
    const filter = { group_id: { $in: groupIds }, ...(fileIds ? { file_id: { $in: fileIds } } : { generated: 0 }) }
    const { matches } = await index.query(vector!, { namespace: namespaceOf(organizationId), filter, topK: limit })
    return matches.map(({ id }) => Number(id))
  },
})

const namespaceOf = (organizationId: number) => `organization-${organizationId}`
