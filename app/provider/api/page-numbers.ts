import type { Paged } from '~/contract/shared.ts'

/** What a page of a list says of itself besides its rows. */
export const pageNumbers = (
  total: number,
  { page, page_size }: { page: number; page_size: number },
): Omit<Paged<never>, 'data'> => ({ total, page, pages: Math.max(1, Math.ceil(total / page_size)), page_size })
