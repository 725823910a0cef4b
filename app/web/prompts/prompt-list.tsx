import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useEffect, useImperativeHandle } from 'react'
import { m } from '~/paraglide/messages'
import { useOptions } from '~/ui/form/use-options.ts'
import { Loader } from '~/ui/loader.tsx'
import { fitting, wordsIn } from '~/ui/match.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { LoadFailure } from '~/web/errors/load-failure.tsx'
import { showDialog } from '~/web/shell/shown-dialog.ts'
import { promptsQuery } from './queries.ts'

/** Handles a key of the box that calls for prompts; says whether it did. */
export type PromptKeys = (event: KeyboardEvent) => boolean

interface PromptListProps {
  /** What was typed after the slash. */
  typed: string
  /** The box that calls for them, and keeps the focus. */
  box: RefObject<HTMLTextAreaElement | null>
  keys: RefObject<PromptKeys | null>
  onChoose: (text: string) => void
}

const manage = 'manage'

/** The saved prompts whose titles fit; none that fits, no list, so that a message may begin with a slash. */
export default function PromptList({ typed, box, keys, onChoose }: PromptListProps) {
  const { data, error, isPending, refetch } = useQuery(promptsQuery)
  const found = fitting(data ?? [], ({ title }) => [title], wordsIn(typed), true)
  const isManaging = typed.trim() === ''
  const names = [...found.map(({ id }) => String(id)), ...(data && isManaging ? [manage] : [])]
  const choose = (name: string) => {
    if (name === manage) {
      onChoose('')
      return showDialog('prompts')
    }
    const prompt = found.find(({ id }) => String(id) === name)
    if (prompt) onChoose(prompt.text)
  }
  const options = useOptions(names, choose)
  // Until they are there nobody knows whether the slash means one: then nothing is sent.
  useImperativeHandle(keys, () => (event) => options.onKeyDown(event) || (isPending && event.key === 'Enter'))

  // The box is the composer's, and a text box for all else; it gets what says that a list goes with it, while there is one.
  const { 'aria-activedescendant': active, ...field } = options.field
  const isShown = names.length > 0
  useEffect(() => {
    const element = box.current
    if (!element || !isShown) return
    const attributes = { ...field, 'aria-haspopup': 'listbox', 'aria-activedescendant': active ?? '' }
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    return () => {
      for (const name of Object.keys(attributes)) element.removeAttribute(name)
    }
  })

  if (!error && !isPending && !isShown) return null
  return (
    <div className="absolute inset-x-0 bottom-full z-20 mb-2 max-h-[min(20rem,40dvh)] animate-fade-in overflow-y-auto overscroll-contain rounded-xl border border-line bg-raised p-2 text-sm shadow-overlay">
      {error && !data ? (
        <div className="p-2">
          <LoadFailure text={errorMessage(error)} onRetry={() => void refetch()} />
        </div>
      ) : isPending ? (
        <Loader />
      ) : (
        <>
          {found.length === 0 && <p className="px-3 py-2 text-muted">{m.prompts_none()}</p>}
          <div {...options.list} aria-label={m.prompts_title()}>
            {found.map(({ id, title, text, owner }) => (
              <div key={id} {...options.option(String(id))} className={row}>
                <span className="flex min-w-0 items-baseline gap-2">
                  <span className="truncate font-medium">{title}</span>
                  {owner === 'organization' && (
                    <span className="ml-auto shrink-0 text-xs text-faint">{m.prompts_of_organization()}</span>
                  )}
                </span>
                <span className="truncate text-xs text-muted">{text}</span>
              </div>
            ))}
            {isManaging && (
              <div {...options.option(manage)} className={`${row} text-accent-text`}>
                {m.prompts_manage()}
              </div>
            )}
          </div>
          <p role="status" className="sr-only">
            {m.prompts_count({ count: found.length })}
          </p>
        </>
      )}
    </div>
  )
}

const row =
  'grid min-h-10 cursor-pointer content-center rounded-sm px-3 py-1.5 select-none aria-selected:bg-accent-soft pointer-coarse:min-h-11'
