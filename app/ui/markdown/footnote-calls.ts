import type { Parents, Root, RootContent } from 'mdast'

/**
 * Calls of footnotes become elements that know the footnote's label; the footnotes themselves are drawn once for the whole
 * answer, not with each block.
 */
export const remarkFootnoteCalls = () => (tree: Root) => replace(tree)

function replace(parent: Parents) {
  parent.children = parent.children.flatMap((child): RootContent[] => {
    if (child.type === 'footnoteDefinition') return []
    if (child.type === 'footnoteReference') return [call(child.label ?? child.identifier)]
    if ('children' in child) replace(child)
    return [child]
  }) as typeof parent.children & RootContent[]
}

const call = (label: string): RootContent => ({
  type: 'link',
  url: '',
  data: { hName: 'sup', hProperties: { dataFootnote: label }, hChildren: [] },
  children: [],
})
