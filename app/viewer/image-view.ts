import { m } from '~/paraglide/messages'
import { fetchBytes } from './bytes.ts'
import { append, element } from './element.ts'
import { PreviewFailure, type View } from './stage.ts'

const zoomStep = 1.25
const smallest = 0.05
const largest = 8

/** Shows an image, at first whole and never larger than it is. */
export const showImage: View<{ url: string }> = async ({ scroller, toolbar, show, signal }, { url }) => {
  const { bytes } = await fetchBytes(url, signal)
  const address = URL.createObjectURL(new Blob([bytes]))
  signal.addEventListener('abort', () => URL.revokeObjectURL(address), { once: true })
  const image = element('img', { src: address, alt: show.name, class: 'm-auto block max-w-none shadow-raised' })
  await image.decode().catch((cause: unknown) => {
    throw new PreviewFailure('damaged', { cause })
  })

  const margin = 24
  let scale: number | 'fit' = 'fit'
  const shownScale = () =>
    scale === 'fit'
      ? Math.min(
          1,
          (scroller.clientWidth - 2 * margin) / image.naturalWidth,
          (scroller.clientHeight - 2 * margin) / image.naturalHeight,
        )
      : scale
  const draw = () => {
    image.style.width = `${image.naturalWidth * shownScale()}px`
    toolbar.setScale(shownScale())
  }
  const zoomTo = (wanted: number | 'fit') => {
    scale = wanted === 'fit' ? wanted : Math.min(Math.max(wanted, smallest), largest)
    draw()
  }

  append(scroller, element('div', { class: 'flex min-h-full w-max min-w-full p-6' }, image))
  toolbar.enableZoom({
    zoomIn: () => zoomTo(shownScale() * zoomStep),
    zoomOut: () => zoomTo(shownScale() / zoomStep),
    fit: () => zoomTo('fit'),
    fitLabel: m.viewer_fit_image(),
  })
  const observer = new ResizeObserver(draw)
  observer.observe(scroller)
  signal.addEventListener('abort', () => observer.disconnect(), { once: true })
  draw()
  return 1
}
