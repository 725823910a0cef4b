import { Dialog } from '@base-ui/react/dialog'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { m } from '~/paraglide/messages'
import { ErrorBanner } from '~/ui/banner.tsx'
import { Button, IconButton } from '~/ui/button.tsx'
import { useOptions } from '~/ui/form/use-options.ts'
import { Spinner } from '~/ui/spinner.tsx'
import { errorMessage } from '~/web/errors/message.ts'
import type { Destination } from './destinations.tsx'
import { useSections } from './use-sections.tsx'

/** Goes to conversations, files, screens and actions by what is typed. */
export default function Palette({ open, onClose }: { open: boolean; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  // What was chosen sees to the focus; otherwise it goes back to where it was.
  const chosen = useRef(false)
  const go = (destination: Destination) => {
    chosen.current = true
    onClose()
    void destination.go()
  }
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Popup
          aria-label={m.palette_title()}
          initialFocus={field}
          finalFocus={() => {
            const back = !chosen.current
            chosen.current = false
            return back
          }}
          className="fixed top-2 left-1/2 z-40 flex max-h-[calc(100dvh-16px)] w-[calc(100vw-16px)] max-w-[640px] -translate-x-1/2 flex-col rounded-lg border border-line bg-raised shadow-overlay outline-none sm:top-[12vh] sm:max-h-[min(560px,76vh)]"
        >
          <Choices field={field} onGo={go} onClose={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface ChoicesProps {
  field: RefObject<HTMLInputElement | null>
  onGo: (destination: Destination) => void
  onClose: () => void
}

/** The field and what it offers; begins anew with each opening. */
function Choices({ field, onGo, onClose }: ChoicesProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [composing, setComposing] = useState(false)
  const { sections, searching, error, retry } = useSections(text, composing)
  const all = sections.flatMap(({ destinations }) => destinations)
  const options = useOptions(
    all.map(({ key }) => key),
    (key) => {
      const destination = all.find((each) => each.key === key)
      if (destination) onGo(destination)
    },
  )
  const nothing = all.length === 0 && !searching && !error

  return (
    <>
      <div className="flex items-center gap-2.5 border-b border-line py-1.5 pr-2 pl-4">
        {searching ? (
          <Spinner className="size-4.5 shrink-0 text-muted" />
        ) : (
          <Search aria-hidden className="size-4.5 shrink-0 text-muted" />
        )}
        <input
          ref={field}
          role="combobox"
          aria-expanded={all.length > 0}
          {...options.field}
          aria-controls={options.list.id}
          aria-label={m.palette_label()}
          placeholder={m.palette_label()}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={200}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            options.reset()
          }}
          onCompositionStart={() => setComposing(true)}
          onCompositionEnd={() => setComposing(false)}
          onKeyDown={(event: KeyboardEvent) => options.onKeyDown(event)}
          // 16 px: below that, phones zoom in.
          className="h-11 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-faint"
        />
        <IconButton label={m.close()} onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </div>
      <div className="min-h-0 overflow-y-auto overscroll-contain p-2">
        <div {...options.list} aria-label={m.palette_title()}>
          {sections.map(({ label, destinations }, index) => (
            <div key={label} role="group" aria-labelledby={`${id}-${index}`}>
              <p id={`${id}-${index}`} role="presentation" className="px-3 pt-2 pb-1 text-xs font-medium text-muted">
                {label}
              </p>
              {destinations.map((destination) => (
                <Option key={destination.key} destination={destination} {...options.option(destination.key)} />
              ))}
            </div>
          ))}
        </div>
        {error && (
          <div className="grid justify-items-start gap-2 p-2">
            <ErrorBanner>{errorMessage(error)}</ErrorBanner>
            <Button size="sm" onClick={retry}>
              {m.try_again()}
            </Button>
          </div>
        )}
        {nothing && <p className="px-3 py-6 text-center text-sm text-muted">{m.palette_none({ text: text.trim() })}</p>}
        <p role="status" className="sr-only">
          {text.trim() &&
            !searching &&
            (nothing ? m.palette_none({ text: text.trim() }) : m.history_search_results({ count: all.length }))}
        </p>
      </div>
    </>
  )
}

/** One of the choices; the field keeps the focus. */
const Option = ({
  destination: { name, icon, detail, shortcut },
  ...props
}: { destination: Destination } & ReturnType<ReturnType<typeof useOptions>['option']>) => (
  <div
    {...props}
    className="flex min-h-10 cursor-pointer items-center gap-3 rounded-sm px-3 py-1.5 text-sm select-none aria-selected:bg-accent-soft pointer-coarse:min-h-11 [&>svg]:size-4.5 [&>svg]:shrink-0 [&>svg:not([class*=text-])]:text-muted"
  >
    {icon}
    <span className="grid min-w-0 flex-1">
      <span className="truncate">{name}</span>
      {detail && <span className="truncate text-xs text-muted">{detail}</span>}
    </span>
    {shortcut && (
      <kbd aria-hidden className="text-xs font-sans text-faint max-sm:hidden">
        {shortcut}
      </kbd>
    )}
  </div>
)
