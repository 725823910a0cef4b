import { useHydrated } from '@tanstack/react-router'
import { useCallback, useDeferredValue, useMemo } from 'react'
import { m } from '~/paraglide/messages'
import { Answer } from './answer.tsx'
import { BeginAtEnd } from './begin-at-end.tsx'
import { firstDrawn } from './first-drawn.ts'
import { MessageWindow, wholeUpTo } from './message-window.tsx'
import type { Message } from './messages.ts'
import { Question } from './question.tsx'
import { RevealedWords } from './reveal-words.ts'
import type { ConversationKey } from '../conversation-key.ts'
import { lineHeight, linesOf } from '~/ui/text-height.ts'

interface MessageLogProps {
  conversation: ConversationKey
  messages: readonly Message[]
  /** The index of the message that the address names; -1 for none. */
  revealed: number
  /** The words for which that was found; may be empty. */
  words: string
  /** An answer is being written: what is read aloud waits for its end. */
  busy: boolean
}

/** The messages of a conversation, the last one last. */
export function MessageLog({ conversation, messages, revealed, words, busy }: MessageLogProps) {
  const estimate = useCallback((index: number) => estimateHeight(messages[index]!), [messages])
  // The rest is drawn when the page has come to life, or has shown the end, and in its spare time.
  const whole = useDeferredValue(useHydrated(), false)
  const drawn = useMemo(() => (whole ? undefined : firstDrawn(messages, revealed)), [whole, messages, revealed])
  const lastQuestion = messages.findLastIndex(({ type }) => type === 'question')
  return (
    <div
      role="log"
      aria-label={m.chat_messages()}
      aria-busy={busy}
      // Where scrolling brings messages in, they are no news; the announcer says when an answer is there.
      aria-live={messages.length > wholeUpTo ? 'off' : undefined}
    >
      <MessageWindow count={messages.length} estimate={estimate} revealed={revealed}>
        {(index) => {
          const message = messages[index]!
          return (
            <RevealedWords value={index === revealed ? words : ''}>
              {message.type === 'question' ? (
                <Question message={message} last={index === lastQuestion} />
              ) : (
                <Answer
                  message={message}
                  last={index === messages.length - 1}
                  conversation={conversation}
                  drawn={drawn && (drawn.get(index) ?? 0)}
                />
              )}
            </RevealedWords>
          )
        }}
      </MessageWindow>
      <BeginAtEnd revealed={revealed} />
    </div>
  )
}

/** What a message has besides its text, in pixels: name, actions, space. */
const frame = { question: 84, answer: 120 }
/** A long question shows this many lines at most before it is opened. */
const longestQuestion = 12

/** Guesses how high a message is, in pixels, from the length of its text alone; the window corrects it when it is drawn. */
function estimateHeight({ type, text }: Message): number {
  const lines = linesOf(text)
  return frame[type] + lineHeight * (type === 'question' ? Math.min(lines, longestQuestion) : lines)
}
