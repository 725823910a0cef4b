import { afterAll, inject } from 'vitest'
import { type Copy, type CopyOptions, scriptedModel, startCopy } from './copy.ts'

/**
 * Starts a copy of the app for one test file, which ends with it. Most files need none: the copy that all of them share
 * (`scriptedAppUrl`) has a scripted model too.
 * @param options its variables, which are those of a scripted model by default, and what to write into its database
 */
export function startSecondApp({
  variables = scriptedModel(inject('modelsUrl')),
  seed,
}: Partial<Pick<CopyOptions, 'variables' | 'seed'>> = {}): Promise<Copy> {
  const cleanup = new AsyncDisposableStack()
  afterAll(() => cleanup.disposeAsync())
  return startCopy({ demo: inject('demoDir'), authUrl: inject('authUrl'), variables, seed }, cleanup)
}
