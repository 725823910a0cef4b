/** The id in `/files/{id}`; anything but digits means no file. */
export const fileIdOf = (segment: string | undefined) => positive(/^\d{1,15}$/.exec(segment ?? '')?.[0])

/** The page in `#page={n}` (spec, section 2), without the `#`. */
export const pageOfHash = (hash: string) => positive(/^page=(\d{1,9})$/.exec(hash)?.[1])

const positive = (digits: string | undefined) => (Number(digits) > 0 ? Number(digits) : undefined)
