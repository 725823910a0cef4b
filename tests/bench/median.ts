/** The middle one of some values; of an even number, the upper of the two. */
export const median = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!
