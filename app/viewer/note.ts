import { element } from './element.ts'

/** A remark about what is shown, set apart from the document's own words. */
export function note(text: string): HTMLElement {
  return element('p', { role: 'note', class: 'mx-auto max-w-3xl px-5 py-3 text-[13px] text-muted sm:px-0' }, text)
}
