/** Something that the developer can mend. Its message, one line where it can be, is all that is shown: no stack. */
export class Problem extends Error {
  override readonly name = 'Problem'
}

/** Ends a script that failed. Anything but a {@link Problem} is a mistake of ours and shows where it came from. */
export function reportProblem(error: unknown): void {
  console.error(error instanceof Problem ? `\n${error.message}` : error)
  process.exitCode = 1
}
