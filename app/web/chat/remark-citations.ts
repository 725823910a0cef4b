import type { Link, Parent, Root, RootContent, Text } from 'mdast'
import { type Citations, pieces } from './citations.ts'

/** A remark plugin: markers in text, not in code, become links that carry the source's number. */
export const remarkCitations = (citations: Citations) => () => (tree: Root) => cite(tree, citations)

function cite(parent: Parent, citations: Citations) {
  parent.children = parent.children.flatMap((child): RootContent[] => {
    if (child.type === 'text') return nodes(child, citations)
    if ('children' in child) cite(child, citations)
    return [child]
  })
}

const nodes = ({ value }: Text, citations: Citations): (Text | Link)[] =>
  pieces(value, citations).map((piece) => ('text' in piece ? { type: 'text', value: piece.text } : link(piece)))

const link = ({ citation, id }: { citation: number; id: number }): Link => ({
  type: 'link',
  url: '',
  data: { hProperties: { dataCitation: citation, dataReference: id } },
  children: [{ type: 'text', value: String(citation) }],
})
