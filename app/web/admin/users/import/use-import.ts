import { useEffect, useRef, useState } from 'react'
import { getLocale } from '~/paraglide/runtime'
import { type ImportProgress, importCsv, nothingYet, sendAs } from './import-csv.ts'

/** An import of a file: not begun, running, through, stopped by the admin, or failed. */
export interface ImportState {
  state: 'idle' | 'running' | 'done' | 'stopped' | 'failed'
  file?: File
  progress: ImportProgress
  error?: unknown
}

const idle: ImportState = { state: 'idle', progress: nothingYet }

/** Runs an import, which ends with the component. */
export function useImport(onEnd: () => void) {
  const [current, setCurrent] = useState<ImportState>(idle)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const start = async (file: File) => {
    const controller = new AbortController()
    running.current = controller
    let progress = nothingYet
    setCurrent({ state: 'running', file, progress })
    try {
      for await (progress of importCsv(file, controller.signal, sendAs(getLocale(), controller.signal))) {
        setCurrent({ state: 'running', file, progress })
      }
      setCurrent({ state: 'done', file, progress })
    } catch (error) {
      setCurrent({ state: controller.signal.aborted ? 'stopped' : 'failed', file, progress, error })
    }
    onEnd()
  }
  return {
    ...current,
    start: (file: File) => void start(file),
    stop: () => running.current?.abort(),
    reset: () => setCurrent(idle),
  }
}
