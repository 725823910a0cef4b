import { Parser } from 'htmlparser2'

/** Whether elements of a page stand deeper in each other than this, as the parser closes those that the page leaves open. */
export function isNestedDeeper(html: string, most: number): boolean {
  let depth = 0
  const parser = new Parser({
    onopentagname() {
      if (++depth > most) parser.pause()
    },
    onclosetag() {
      depth--
    },
  })
  parser.end(html)
  return depth > most
}
