/**
 * Makes a document's links harmless: one within it scrolls there, of any other the words are left, and where they lead. It
 * would lead the frame away.
 */
export function disarmLinks(root: Element): void {
  for (const link of root.querySelectorAll('a')) {
    const target = link.getAttribute('href') ?? ''
    link.removeAttribute('href')
    link.removeAttribute('target')
    if (target.startsWith('#') && target.length > 1) leadWithin(link, root, target.slice(1))
    else if (target) link.title = target
  }
}

function leadWithin(link: HTMLElement, root: Element, id: string): void {
  const go = () => root.querySelector(`[id="${CSS.escape(id)}"]`)?.scrollIntoView()
  link.tabIndex = 0
  link.setAttribute('role', 'link')
  link.style.cursor = 'pointer'
  link.addEventListener('click', go)
  link.addEventListener('keydown', ({ key }) => key === 'Enter' && go())
}
