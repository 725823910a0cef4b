import type { Element, Nodes, Root } from 'hast'

/** The direction of a text by its first letter: right to left for the Arabic script. */
export function directionOf(text: string): 'rtl' | 'ltr' | undefined {
  const letter = /\p{L}/u.exec(text)?.[0]
  if (letter) return /\p{sc=Arabic}/u.test(letter) ? 'rtl' : 'ltr'
}

const blocks = new Set('p h1 h2 h3 h4 h5 h6 ul ol li blockquote table th td dl dd dt summary details div'.split(' '))

/**
 * Gives a block in the Arabic script its direction, and one in another script inside it its own: `dir="auto"` would not see
 * the text of a list or a table through its items.
 */
export const rehypeDirection = () => (tree: Root, file: { value: unknown }) => {
  if (/\p{sc=Arabic}/u.test(String(file.value))) direct(tree, 'ltr')
}

function direct(node: Root | Element, inherited: 'rtl' | 'ltr') {
  for (const child of node.children) {
    if (child.type !== 'element') continue
    const own = blocks.has(child.tagName) ? (directionOf(textOf(child)) ?? inherited) : inherited
    if (own !== inherited) child.properties.dir = own
    direct(child, own)
  }
}

const textOf = (node: Nodes): string =>
  node.type === 'text' ? node.value : 'children' in node ? node.children.map(textOf).join('') : ''
