type Attributes = Record<string, string | number | boolean | undefined>

/** Makes an element: `element('a', { class: 'link', href }, 'Text')`. False and undefined leave an attribute out. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : String(value))
  }
  append(made, ...children)
  return made
}

/** Adds children at the end; the Workers' types take `Element.append` for that of their HTMLRewriter. */
export function append(parent: Node, ...children: (Node | string)[]): void {
  for (const child of children) parent.appendChild(typeof child === 'string' ? document.createTextNode(child) : child)
}

/** Icons of Lucide (ISC licence), as the paths of a 24-unit square. */
const icons = {
  up: ['m18 15-6-6-6 6'],
  down: ['m6 9 6 6 6-6'],
  minus: ['M5 12h14'],
  plus: ['M5 12h14', 'M12 5v14'],
  fit: ['m18 8 4 4-4 4', 'M2 12h20', 'm6 8-4 4 4 4'],
}

/** A decorative icon of 16 px. */
export function icon(name: keyof typeof icons): SVGSVGElement {
  const namespace = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(namespace, 'svg')
  const attributes = {
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '2',
    class: 'size-4',
  }
  for (const [key, value] of Object.entries(attributes)) svg.setAttribute(key, value)
  svg.setAttribute('stroke-linecap', 'round')
  svg.setAttribute('stroke-linejoin', 'round')
  svg.setAttribute('aria-hidden', 'true')
  for (const d of icons[name]) {
    const path = document.createElementNS(namespace, 'path')
    path.setAttribute('d', d)
    svg.appendChild(path)
  }
  return svg
}
