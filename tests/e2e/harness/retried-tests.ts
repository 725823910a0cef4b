import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** At the end of a run, names each test that passed only when it was retried: a race that the retry would hide. */
export default class RetriedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const retried = modules.flatMap((module) => [...module.children.allTests('passed')].filter(wasRetried))
    if (retried.length === 0) return
    console.warn(`\nPassed only when retried: ${retried.length}`)
    for (const test of retried) console.warn(describe(test))
  }
}

const wasRetried = (test: TestCase) => test.diagnostic()?.flaky ?? false

/** Where the test is, its name, and the first line of why it failed before. */
const describe = (test: TestCase) => {
  const { errors = [] } = test.result()
  const [reason = ''] = errors[0]?.message.split('\n') ?? []
  return `  ${test.module.relativeModuleId} > ${test.fullName}\n    ${reason}`
}
