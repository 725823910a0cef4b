import type { Parents, Root } from 'hast'

/** The boxes of a task list as signs: an answer has no inputs. */
export const rehypeTaskMarks = () => (tree: Root) => replace(tree)

function replace(parent: Parents) {
  for (const [index, child] of parent.children.entries()) {
    if (child.type !== 'element') continue
    if (child.tagName === 'input')
      parent.children[index] = { type: 'text', value: child.properties.checked ? '☑' : '☐' }
    else replace(child)
  }
}
