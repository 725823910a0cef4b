import {
  buildPresentation,
  parseZip,
  type PresentationData,
  RECOMMENDED_ZIP_LIMITS,
  renderSlide,
  type SlideHandle,
} from '@aiden0z/pptx-renderer'
import { m } from '~/paraglide/messages'
import { append, element } from '../element.ts'
import { followScroll } from '../follow-scroll.ts'
import { highlightExcerpt, reveal } from '../highlight.ts'
import { fitPaper } from '../paper.ts'
import { PreviewFailure, type Stage, type View } from '../stage.ts'
import { addFallbackFonts, preferJapaneseFonts } from './fonts.ts'
import { disarmLinks } from './links.ts'
import { fetchOffice, openPackage, packed, type Parts, parsePart } from './package.ts'
import './office.css'

/** Slides this far from the view are drawn, in heights of it; others are only as large as they will be. */
const nearby = '150%'

/** Draws the slides of a presentation below one another. */
export const showPptx: View<{ url: string }> = async (stage, { url }) => {
  const { scroller, toolbar, show, signal, onPage } = stage
  const presentation = await read(openPackage(await fetchOffice(url, signal)))
  if (signal.aborted) return 1

  const { width, height, slides } = presentation
  const holders = slides.map((_, index) =>
    element('section', {
      'aria-label': m.viewer_slide({ page: index + 1 }),
      class: 'office-slide',
      style: `width: ${width}px; height: ${height}px`,
    }),
  )
  const paper = element('div', { class: 'office-paper office-slides' }, ...holders)
  append(scroller, paper)

  const goTo = (page: number) => {
    scroller.scrollTop += holders[page - 1]!.getBoundingClientRect().top - scroller.getBoundingClientRect().top - 16
  }
  toolbar.enablePaging({ pages: slides.length, goTo })
  fitPaper(stage, paper, width)

  const cited = Math.min(show.page, slides.length)
  const mount = slideMounter(stage, presentation, holders, goTo)
  const passage = () => (show.excerpt ? highlightExcerpt(holders[cited - 1]!, show.excerpt) : null)
  if (cited > 1) goTo(cited)
  onPage(cited)
  await mount(cited)
  const found = passage()
  if (found) reveal(scroller, found)
  keepNearbyMounted(stage, holders, async (page) => {
    await mount(page)
    if (page === cited) passage()
  })
  // A narrow view has several slides in it.
  followScroll(stage, holders, () => Math.min(scroller.clientHeight, heightOf(holders[0]!)) / 3)
  return Math.max(1, slides.length)
}

const heightOf = (holder: Element) => holder.getBoundingClientRect().height

async function read(parts: Parts): Promise<PresentationData> {
  for (const name of Object.keys(parts)) if (/^ppt\/.+\.xml$/.test(name)) parsePart(parts, name)
  try {
    const files = await parseZip(packed(parts).buffer, {
      ...RECOMMENDED_ZIP_LIMITS,
      maxEntryUncompressedBytes: 64 * 2 ** 20,
    })
    return buildPresentation(files, { lazySlides: true })
  } catch (cause) {
    throw new PreviewFailure('damaged', { cause })
  }
}

const mounted = new WeakMap<HTMLElement, SlideHandle>()

/** What draws a slide into its place, once; a slide that cannot be drawn stays white. */
function slideMounter(
  { signal }: Stage,
  presentation: PresentationData,
  holders: readonly HTMLElement[],
  goTo: (page: number) => void,
): (page: number) => Promise<void> {
  const mediaUrlCache = new Map<string, string>()
  signal.addEventListener(
    'abort',
    () => {
      for (const holder of holders) unmount(holder)
      for (const url of mediaUrlCache.values()) URL.revokeObjectURL(url)
    },
    { once: true },
  )
  return async (page) => {
    const holder = holders[page - 1]
    if (!holder || mounted.has(holder)) return
    const slide = renderSlide(presentation, presentation.slides[page - 1]!, {
      mediaUrlCache,
      pdfjs: false,
      onNavigate: ({ slideIndex }) => slideIndex !== undefined && holders[slideIndex] && goTo(slideIndex + 1),
    })
    mounted.set(holder, slide)
    disarmLinks(slide.element)
    addFallbackFonts(slide.element)
    preferJapaneseFonts(slide.element)
    showWholeTables(slide.element)
    append(holder, slide.element)
    await slide.ready.catch(console.error)
  }
}

/** A table's frame says the height that its rows have at least; the renderer cuts off what they need beyond it. */
function showWholeTables(slide: Element): void {
  for (const table of slide.querySelectorAll('table')) table.parentElement!.style.overflow = 'visible'
}

function unmount(holder: HTMLElement): void {
  mounted.get(holder)?.dispose()
  mounted.delete(holder)
  holder.replaceChildren()
}

function keepNearbyMounted(
  { scroller, signal }: Stage,
  holders: readonly HTMLElement[],
  mount: (page: number) => Promise<void>,
): void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const holder = target as HTMLElement
        if (isIntersecting) void mount(holders.indexOf(holder) + 1)
        else unmount(holder)
      }
    },
    { root: scroller, rootMargin: `${nearby} 0px` },
  )
  for (const holder of holders) observer.observe(holder)
  signal.addEventListener('abort', () => observer.disconnect(), { once: true })
}
