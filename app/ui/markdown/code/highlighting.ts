import { createIsomorphicFn } from '@tanstack/react-start'
import { useEffect, useRef, useState } from 'react'
import { retryImport } from '../../retry-import.ts'

/** A piece of a line of code, and what it is: `keyword`, `string`; empty for plain text. */
export type Token = [text: string, kind: string]

/** To the worker: the next lines of a block. None: the block is gone. */
export interface Lines {
  block: number
  language: string
  lines: string[]
}

/** From the worker: the tokens of the lines that follow those it has sent before. */
export interface Highlighted {
  block: number
  tokens: Token[][]
}

/** Names of no language; for others the worker knows. */
const plain = new Set(['', 'text', 'txt', 'plain', 'plaintext', 'output', 'console'])

const start = createIsomorphicFn().client(
  retryImport(async () => {
    const started = (await import('./start-highlighter.ts')).startHighlighter()
    started.addEventListener('message', ({ data }: MessageEvent<Highlighted>) =>
      receivers.get(data.block)?.(data.tokens),
    )
    return started
  }),
)

let worker: ReturnType<typeof start>
let lastBlock = 0
const receivers = new Map<number, (tokens: Token[][]) => void>()

function post(lines: Lines) {
  worker ??= start()
  void worker?.then((started) => started.postMessage(lines))
}

/** What is known of a block: `tokens` is appended to, so `known` tells one state from another. */
interface Highlighting {
  tokens: readonly Token[][]
  known: number
}

/** A block of code; `open` while more of it is coming. */
interface Code {
  code: string
  language: string
  open: boolean
}

/**
 * The tokens of a block's lines, once they are `wanted`, as far as they are known; fewer than the lines while the worker is at it, none for a
 * language that it does not know. Of a block that is `open` the last line is not sent, since it may go on.
 */
export function useHighlighting({ code, language, open }: Code, wanted: boolean): Highlighting {
  const [highlighting, setHighlighting] = useState<Highlighting>({ tokens: [], known: 0 })
  const job = useRef<Job | null>(null)

  useEffect(() => {
    if (!wanted || plain.has(language.toLowerCase())) return
    if (job.current && !job.current.continues(code, language)) {
      job.current.stop()
      job.current = null
    }
    job.current ??= new Job(language, setHighlighting)
    job.current.send(code, open)
  }, [code, language, open, wanted])

  useEffect(
    () => () => {
      job.current?.stop()
      job.current = null
    },
    [],
  )
  return highlighting
}

class Job {
  readonly #block = ++lastBlock
  readonly #language: string
  #sent = ''

  constructor(language: string, onTokens: (highlighting: Highlighting) => void) {
    const tokens: Token[][] = []
    this.#language = language
    receivers.set(this.#block, (next) => {
      tokens.push(...next)
      onTokens({ tokens, known: tokens.length })
    })
  }

  continues = (code: string, language: string) => language === this.#language && code.startsWith(this.#sent)

  send(code: string, open: boolean) {
    const end = open ? code.lastIndexOf('\n') + 1 : code.length
    if (end <= this.#sent.length) return
    const lines = code.slice(this.#sent.length, end).replace(/\n$/, '').split('\n')
    this.#sent = code.slice(0, end)
    post({ block: this.#block, language: this.#language, lines })
  }

  stop() {
    receivers.delete(this.#block)
    post({ block: this.#block, language: this.#language, lines: [] })
  }
}
