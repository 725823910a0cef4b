import { ChevronDown, Copy, TriangleAlert } from 'lucide-react'
import { memo, useEffect, useRef } from 'react'
import { m } from '~/paraglide/messages'
import { Button } from '~/ui/button.tsx'
import { toast } from '~/ui/toast.ts'

interface Page {
  page: number
  text: string
}

interface RawContentProps {
  pages: Page[]
  /** What is wrong with the text. */
  warning: string | null
  page: number | undefined
  onPage: (page: number) => void
}

/** The pages of a text, each at an address of its own (`#page=3`). The browser lays out only those in view. */
export function RawContent({ pages, warning, page, onPage }: RawContentProps) {
  const body = useRef<HTMLElement>(null)
  useEffect(() => {
    const section = page && body.current?.querySelector(`[data-page="${page}"]`)
    return section ? bringToTop(section) : undefined
  }, [page])

  return (
    <section ref={body} aria-label={m.files_raw_content()}>
      <div className="sticky top-0 z-10 -mx-5 flex flex-wrap items-center gap-2 border-b border-line bg-raised px-5 pb-3">
        {pages.length > 1 && <PagePicker pages={pages} page={page} onPage={onPage} />}
        <Button size="sm" className="ml-auto" onClick={() => void copy(pages)}>
          <Copy aria-hidden className="size-4" />
          {m.content_copy()}
        </Button>
      </div>
      {warning && (
        <p role="alert" className="mt-4 flex items-start gap-2.5 rounded-md bg-danger-soft px-3.5 py-3 text-sm">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
          {warning}
        </p>
      )}
      {pages.map((each) => (
        <PageText key={each.page} {...each} />
      ))}
    </section>
  )
}

/** What was out of sight has an estimated height until it is laid out, so this goes on until nothing moves any more. */
function bringToTop(section: Element): () => void {
  let top = NaN
  let frame = 0
  const step = () => {
    section.scrollIntoView()
    const moved = section.getBoundingClientRect().top
    if (moved !== top) frame = requestAnimationFrame(step)
    top = moved
  }
  frame = requestAnimationFrame(step)
  return () => cancelAnimationFrame(frame)
}

interface PagePickerProps {
  pages: Page[]
  page: number | undefined
  onPage: (page: number) => void
}

/** Only the pages that have text can be gone to. */
const PagePicker = ({ pages, page, onPage }: PagePickerProps) => (
  <label className="flex items-center gap-2 text-sm text-muted">
    {m.content_go_to_page()}
    <span className="relative inline-flex items-center text-ink">
      <select
        value={pages.some((each) => each.page === page) ? page : pages[0]!.page}
        onChange={({ currentTarget }) => onPage(Number(currentTarget.value))}
        className="h-8 appearance-none rounded-md border border-line bg-surface pr-7 pl-2.5 tabular-nums hover:border-line-strong"
      >
        {pages.map((each) => (
          <option key={each.page} value={each.page}>
            {each.page}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute right-2 size-4 text-faint" />
    </span>
  </label>
)

const PageText = memo(function PageText({ page, text }: Page) {
  return (
    <section
      data-page={page}
      className="scroll-mt-14 pt-4 [contain-intrinsic-size:auto_600px] [content-visibility:auto]"
    >
      <h3 className="mb-1.5 text-xs font-medium text-muted">{m.table_page({ page })}</h3>
      <p dir="auto" className="rounded-md bg-sunken p-3.5 text-sm wrap-anywhere whitespace-pre-wrap">
        {text}
      </p>
    </section>
  )
})

const copy = (pages: Page[]) =>
  navigator.clipboard.writeText(pages.map(({ text }) => text).join('\n\n')).then(
    () => toast.success(m.copied_to_clipboard()),
    () => toast.error(m.copy_error()),
  )
