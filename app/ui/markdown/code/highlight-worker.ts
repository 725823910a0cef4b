import { createCssVariablesTheme, createHighlighterCore, type GrammarState, type ThemedToken } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import type { Highlighted, Lines, Token } from './highlighting.ts'
import { languageOf } from './languages.ts'

/*
 * Highlights code off the main thread. A block's lines come as they are finished, each once; what the grammar was in the
 * middle of at the end of the last one is kept with the block. Colours are CSS variables, so that light and dark are one.
 */

const theme = createCssVariablesTheme()
const highlighter = createHighlighterCore({
  themes: [theme],
  engine: createJavaScriptRegexEngine({ forgiving: true }),
})

const states = new Map<number, GrammarState>()
let queue = Promise.resolve()

self.addEventListener('message', ({ data }: MessageEvent<Lines>) => {
  queue = queue.then(() => highlight(data)).catch(() => self.postMessage({ block: data.block, tokens: [] }))
})

async function highlight({ block, language, lines }: Lines) {
  if (lines.length === 0) {
    states.delete(block)
    return
  }
  const known = languageOf(language)
  if (!known) return
  const shiki = await highlighter
  if (!shiki.getLoadedLanguages().includes(known.id)) await shiki.loadLanguage(known.load)
  const grammarState = states.get(block)
  const tokens = shiki.codeToTokensBase(lines.join('\n'), {
    lang: known.id,
    theme: theme.name!,
    tokenizeMaxLineLength: 2000,
    tokenizeTimeLimit: 200,
    ...(grammarState && { grammarState }),
  })
  const state = shiki.getLastGrammarState(tokens)
  if (state) states.set(block, state)
  const answer: Highlighted = { block, tokens: tokens.map(merged) }
  self.postMessage(answer)
}

/** Neighbours of one colour as one token: what is drawn is fewer elements. */
function merged(line: ThemedToken[]): Token[] {
  const out: Token[] = []
  for (const { content, color = '' } of line) {
    const kind = /--shiki-token-([\w-]+)/.exec(color)?.[1] ?? ''
    const last = out.at(-1)
    if (last && (last[1] === kind || content.trim() === '')) last[0] += content
    else out.push([content, kind])
  }
  return out
}
