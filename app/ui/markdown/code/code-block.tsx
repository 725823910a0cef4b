import { Copy } from 'lucide-react'
import { type CSSProperties, memo, useRef } from 'react'
import { m } from '~/paraglide/messages'
import { toast } from '../../toast.ts'
import { useNear } from '../../use-near.ts'
import { type Token, useHighlighting } from './highlighting.ts'

/** Lines drawn together: those out of sight are skipped by the browser, those that stay the same by React. */
const chunkLines = 40

interface CodeBlockProps {
  code: string
  /** As the fence names it; may be empty. */
  language: string
  /** Whether more code is coming. */
  open: boolean
}

/** A block of code, highlighted as soon as its lines are and where it is seen, with its language and a button that copies it. */
export const CodeBlock = memo(function CodeBlock({ code, language, open }: CodeBlockProps) {
  const figure = useRef<HTMLElement>(null)
  const { tokens, known } = useHighlighting({ code, language, open }, useNear(figure))
  const lines = code.split('\n')
  const chunks = Array.from({ length: Math.ceil(lines.length / chunkLines) }, (_, index) => index * chunkLines)
  return (
    <figure ref={figure} dir="ltr" className="code-block">
      <figcaption>
        <span>{language}</span>
        <button type="button" aria-label={m.code_copy()} title={m.code_copy()} onClick={() => copy(code)}>
          <Copy aria-hidden className="size-4" />
        </button>
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- for a keyboard to scroll it */}
      <pre tabIndex={0}>
        <code>
          {chunks.map((from) => (
            <Chunk
              key={from}
              text={lines.slice(from, from + chunkLines).join('\n')}
              tokens={tokens}
              from={from}
              known={Math.max(0, Math.min(known - from, chunkLines))}
            />
          ))}
        </code>
      </pre>
    </figure>
  )
})

interface ChunkProps {
  text: string
  /** Of the whole block; only ever appended to, so that `known`, how many this chunk has, tells whether it changed. */
  tokens: readonly Token[][]
  from: number
  known: number
}

/** Lines are one text until they have colours that are seen: thousands of elements out of sight would cost more than all else. */
const Chunk = memo(function Chunk({ text, tokens, from, known }: ChunkProps) {
  const chunk = useRef<HTMLSpanElement>(null)
  const coloured = useNear(chunk) ? known : 0
  const lines = text.split('\n')
  return (
    <span ref={chunk} className="code-chunk" style={{ '--lines': lines.length } as CSSProperties}>
      {lines.slice(0, coloured).map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a line is its place
        <Line key={index} line={line} tokens={tokens[from + index]!} />
      ))}
      {coloured < lines.length && `${lines.slice(coloured).join('\n')}\n`}
    </span>
  )
})

const Line = memo(function Line({ line, tokens }: { line: string; tokens: Token[] }) {
  if (tokens.map(([text]) => text).join('') !== line) return <span className="code-line">{`${line}\n`}</span>
  return (
    <span className="code-line">
      {tokens.map(([text, kind], index) =>
        kind ? (
          // oxlint-disable-next-line react/no-array-index-key -- a token is its place
          <span key={index} data-token={kind}>
            {text}
          </span>
        ) : (
          text
        ),
      )}
      {'\n'}
    </span>
  )
})

const copy = (code: string) =>
  navigator.clipboard.writeText(code).then(
    () => toast.success(m.copied_to_clipboard()),
    () => toast.error(m.copy_error()),
  )
