import { z } from 'zod'

/** A numeric id in a path or a query; ids are positive integers everywhere (design, 'ids'). */
export const Id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)

/** `{id}` in a path. */
export const IdParams = z.object({ id: Id })

/** A whole number as a signed address has it: written in one way, so that no other text says the same. */
export const SignedNumber = z
  .string()
  .regex(/^(0|[1-9]\d*)$/)
  .transform(Number)

/** A moment, ISO 8601 in UTC. */
export const Time = z.iso.datetime()

/** The page asked for; the first is 1. */
export const Page = z.coerce.number().int().min(1).max(1_000_000).default(1)

/** A list of at most `page_size` items: `pages` is total / page_size rounded up, at least 1. */
export const paged = <Item extends z.ZodType>(item: Item) =>
  z.object({
    data: z.array(item),
    total: z.number().int(),
    page: z.number().int(),
    pages: z.number().int(),
    page_size: z.number().int(),
    /** There are more than `total`: what many rows match is counted up to a bound. */
    more: z.boolean().optional(),
  })

/** The shape that {@link paged} describes. */
export interface Paged<Item> {
  data: Item[]
  total: number
  page: number
  pages: number
  page_size: number
  more?: boolean | undefined
}

/** The caller's own organisation, where a caller names it; another one is `operation_not_authorized`. Never a source of authority. */
export const OrganizationQuery = z.object({ organization_id: Id.optional() })

/** An address that downloads something; it holds for five minutes and opens once. */
export const Download = z.object({ download_url: z.string() })
