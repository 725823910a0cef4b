/** Bytes on both sides of a tag at which a page is likelier cut than elsewhere. */
const around = 3
const tags = ['<script', '</script>', '</head>', '</body>', '<!--whole-->']

/** Draws after how many bytes a page is cut: half of them anywhere, half around its scripts, its parts and its end. @param from the first */
export function drawPlaces(html: Buffer, from: number, count: number, random: () => number): number[] {
  const edges: number[] = []
  for (const tag of tags)
    for (let at = html.indexOf(tag, from); at >= 0; at = html.indexOf(tag, at + 1))
      for (let place = at - around; place < at + tag.length + around; place++)
        if (place >= from && place < html.length) edges.push(place)
  return Array.from({ length: count }, (_, index) =>
    index % 2 === 0 ? from + Math.floor(random() * (html.length - from)) : edges[Math.floor(random() * edges.length)]!,
  )
}
