import { Copy } from 'lucide-react'
import { lazy, Suspense, useMemo } from 'react'
import { m } from '~/paraglide/messages'
import { ErrorBanner } from '~/ui/banner.tsx'
import { IconButton } from '~/ui/button.tsx'
import { classes } from '~/ui/classes.ts'
import { Spinner } from '~/ui/spinner.tsx'
import { toast } from '~/ui/toast.ts'
import { codeMessage } from '~/web/errors/message.ts'
import { useLanguage } from '~/web/language/language.ts'
import { agentLooks } from './agents.ts'
import { citationsOf, marker } from './citations.ts'
import type { AnswerMessage as Answer } from './messages.ts'
import { References } from './references.tsx'

/** Markdown is most of the chat's code, and an empty conversation or the sign-in form needs none of it. */
const AnswerText = lazy(() => import('./answer-text.tsx'))

/** What an agent answered: its text as it grows, then its sources and what can be done with it. */
export function AnswerMessage({ message }: { message: Answer }) {
  const { text, agent, references, status, errorCode, time, reconnecting } = message
  const streaming = status === 'streaming'
  const { icon: Icon, name } = agentLooks[agent]
  const sources = useMemo(() => citationsOf(text, references).sources, [text, references])

  return (
    <article aria-label={m.message_assistant()} aria-busy={streaming} className="group flex gap-3">
      <span
        aria-hidden
        className="mt-0.5 grid size-8 shrink-0 place-items-center rounded-full border border-line text-accent-text max-sm:hidden"
      >
        <Icon className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <header className="mb-1 flex h-8 items-center gap-2 text-xs text-muted">
          <span className="font-medium text-ink">{name()}</span>
          {time && <Time iso={time} />}
        </header>
        {text && (
          <Suspense fallback={<p className="whitespace-pre-wrap">{text}</p>}>
            <AnswerText text={text} references={references} streaming={streaming} />
          </Suspense>
        )}
        {streaming && <Progress started={text !== ''} reconnecting={reconnecting} />}
        {status === 'stopped' && <p className="mt-2 text-sm text-muted">{m.answer_stopped()}</p>}
        {status === 'failed' && (
          <div className={classes(text !== '' && 'mt-3')}>
            <ErrorBanner>{codeMessage(errorCode ?? 'unexpected')}</ErrorBanner>
          </div>
        )}
        {!streaming && <References sources={sources} />}
        {!streaming && text && (
          <div className="mt-2 -ml-2">
            <IconButton label={m.answer_copy()} onClick={() => copy(text)}>
              <Copy aria-hidden />
            </IconButton>
          </div>
        )}
      </div>
    </article>
  )
}

function Progress({ started, reconnecting }: { started: boolean; reconnecting: boolean }) {
  if (reconnecting) {
    return (
      <p role="status" className="mt-2 flex items-center gap-2 text-sm text-muted">
        <Spinner className="size-4" />
        {m.answer_reconnecting()}
      </p>
    )
  }
  if (started)
    return (
      <span
        role="status"
        aria-label={m.answer_writing()}
        className="mt-1 block size-2 animate-pulse-dot rounded-full bg-accent"
      />
    )
  return (
    <p role="status" className="flex items-center gap-2 text-sm text-muted">
      <Spinner className="size-4" />
      {m.answer_searching()}
    </p>
  )
}

function Time({ iso }: { iso: string }) {
  const language = useLanguage()
  return (
    <time dateTime={iso} suppressHydrationWarning>
      {new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' }).format(new Date(iso))}
    </time>
  )
}

async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text.replace(marker, ''))
    toast.success(m.copied_to_clipboard())
  } catch {
    toast.error(m.copy_error())
  }
}
