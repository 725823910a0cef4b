/** Private letters, which stand in a header or footer for what each sheet fills in: nothing else may use them. */
const marks = { PAGE: '\uF8F1', NUMPAGES: '\uF8F2' }

/**
 * Marks the fields of a Word document's header or footer that hold the number of the page, and those for the number of all
 * pages that Word has left empty. A renderer would draw what Word last wrote there: the number of one page on every one.
 * @param part `word/header1.xml` or the like, which is changed
 */
export function markPageNumbers(part: Document): void {
  for (const run of all(part, 'w:r')) splitFields(run)
  for (const field of all(part, 'w:fldSimple')) {
    mark([...field.children], field.getAttribute('w:instr') ?? '')
  }
  for (const begin of all(part, 'w:fldChar').filter((each) => typeOf(each) === 'begin')) {
    const field = fieldFrom(begin)
    if (field) mark(field.results, field.code)
  }
}

/**
 * Whether the pages of a document are numbered from 1, one by one; undefined settings are that.
 * @param document `word/document.xml`
 */
export const isNumberedPlainly = (document: Document): boolean =>
  all(document, 'w:pgNumType').every(
    (numbering) => !numbering.getAttribute('w:start') && (numbering.getAttribute('w:fmt') ?? 'decimal') === 'decimal',
  )

/** Puts the numbers where {@link markPageNumbers} marked them, in sheets that were drawn in the order of the pages. */
export function fillPageNumbers(sheets: readonly Element[]): void {
  for (const [index, sheet] of sheets.entries()) {
    for (const text of textsOf(sheet)) {
      if (!/[\uF8F1\uF8F2]/.test(text.data)) continue
      text.data = text.data.replaceAll(marks.PAGE, `${index + 1}`).replaceAll(marks.NUMPAGES, `${sheets.length}`)
    }
  }
}

/** Some programs write a whole field into one run, of which a renderer draws nothing: a run for each of its parts. */
function splitFields(run: Element): void {
  if (run.getElementsByTagName('w:fldChar').length < 2) return
  const [look] = run.getElementsByTagName('w:rPr')
  for (const part of [...run.children].filter((child) => child !== look)) {
    const own = run.cloneNode(false) as Element
    if (look) own.appendChild(look.cloneNode(true))
    own.appendChild(part)
    run.parentNode!.insertBefore(own, run)
  }
  run.remove()
}

/** A list of its own, which doesn't change with the document. */
const all = (within: Document | Element, name: string): Element[] => [...within.getElementsByTagName(name)]

const typeOf = (field: Element) => field.getAttribute('w:fldCharType')

/** A field that is spread over the runs of a paragraph: its code, and the runs of its result; none where another is within. */
function fieldFrom(begin: Element): { code: string; results: Element[] } | undefined {
  let code = ''
  let results: Element[] | undefined
  for (let run = begin.parentElement?.nextElementSibling; run; run = run.nextElementSibling) {
    const type = run.getElementsByTagName('w:fldChar')[0]
    if (type && typeOf(type) === 'begin') return undefined
    if (type && typeOf(type) === 'end') return { code, results: results?.length ? results : [emptyRunBefore(run)] }
    if (type) results = []
    else if (results) results.push(run)
    else code += run.textContent
  }
  return undefined
}

/** An empty result has no run of its own; the one that ends the field looks as it would. */
function emptyRunBefore(end: Element): Element {
  const run = end.cloneNode(true) as Element
  for (const type of all(run, 'w:fldChar')) type.remove()
  end.parentNode!.insertBefore(run, end)
  return run
}

function mark(results: Element[], code: string): void {
  const name = /^\s*(PAGE|NUMPAGES)\b/i.exec(code)?.[1]?.toUpperCase() as keyof typeof marks | undefined
  const [first, ...others] = results
  if (!name || !first) return
  if (name === 'NUMPAGES' && results.some((run) => run.textContent.trim() !== '')) return
  for (const run of others) run.remove()
  for (const text of all(first, 'w:t')) text.remove()
  const text = first.ownerDocument.createElementNS(first.namespaceURI, 'w:t')
  text.textContent = marks[name]
  first.appendChild(text)
}

function textsOf(element: Element): Text[] {
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  return texts
}
