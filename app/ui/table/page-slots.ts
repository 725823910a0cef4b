/** A numbered page, or a gap between two. */
type PageSlot = number | 'gap'

const mostSlots = 7

/**
 * The pager's slots, at most seven: every page where they fit; otherwise the first, the last and those around `page`,
 * with gaps between. Near the start these are the first five, a gap and the last; near the end its mirror.
 */
export function pageSlots(page: number, pages: number): PageSlot[] {
  if (pages <= mostSlots) return range(1, pages)
  if (page <= 4) return [...range(1, 5), 'gap', pages]
  if (page >= pages - 3) return [1, 'gap', ...range(pages - 4, pages)]
  return [1, 'gap', page - 1, page, page + 1, 'gap', pages]
}

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)
