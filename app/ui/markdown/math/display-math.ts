import type { Nodes, Root } from 'mdast'
import type { VFile } from 'vfile'

/** A remark plugin: `$$..$$` and `\[..\]` are display math within a line of text too. */
export const remarkDisplayMath = () => (tree: Root, file: VFile) => markDisplay(tree, String(file.value))

function markDisplay(node: Nodes, source: string) {
  if (node.type === 'inlineMath') {
    const from = node.position?.start.offset ?? 0
    if (!/^(\$\$|\\\[)/.test(source.slice(from, from + 2))) return
    node.data = { ...node.data, hProperties: { className: ['language-math', 'math-display'] } }
  }
  if ('children' in node) for (const child of node.children) markDisplay(child, source)
}
