import { reportProblem } from './problem.ts'

/**
 * Runs what goes on until it fails or someone asks this process to end, undoes it in order, and ends the process. Asked a second
 * time, it ends at once, and what it started with it.
 * @param main adds to `cleanup` what undoes it
 */
export async function untilInterrupted(
  main: (cleanup: AsyncDisposableStack) => Promise<void>,
  report: (error: unknown) => void = reportProblem,
): Promise<never> {
  const cleanup = new AsyncDisposableStack()
  await Promise.race([main(cleanup), interrupted()]).catch(report)
  await cleanup.disposeAsync().catch(report)
  // What was under way when it was interrupted does not hold us back.
  process.exit()
}

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (asked) process.exit(1)
        asked = true
        resolve()
      })
    }
  })
}
