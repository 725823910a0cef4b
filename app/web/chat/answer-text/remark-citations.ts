import type { Parents, Root, RootContent } from 'mdast'

/** Markers with at most spaces between them: neighbours are drawn together, so that repeated ones collapse. */
const run = /\[:&\d+\](?:\s*\[:&\d+\])*/g

/** A remark plugin: markers in text, not in code, become `cite` elements that hold them as they were written. */
export const remarkCitations = () => (tree: Root) => cite(tree)

function cite(parent: Parents) {
  parent.children = parent.children.flatMap((child): RootContent[] => {
    if (child.type === 'text') return cut(child.value)
    if ('children' in child) cite(child)
    return [child]
  }) as typeof parent.children & RootContent[]
}

function cut(value: string): RootContent[] {
  const out: RootContent[] = []
  let from = 0
  for (const { 0: markers, index } of value.matchAll(run)) {
    if (index > from) out.push({ type: 'text', value: value.slice(from, index) })
    out.push({ type: 'emphasis', data: { hName: 'cite' }, children: [{ type: 'text', value: markers }] })
    from = index + markers.length
  }
  if (from < value.length) out.push({ type: 'text', value: value.slice(from) })
  return out
}
