import { append, element } from './element.ts'
import { PreviewFailure, type View } from './stage.ts'

/** Plays a recording. The browser fetches the ranges that it needs, so a long one starts at once. */
export const showAudio: View<{ url: string }> = async ({ scroller, show, signal }, { url }) => {
  const player = element('audio', { controls: true, preload: 'metadata', src: url, class: 'w-full' })
  append(
    scroller,
    element(
      'figure',
      { class: 'mx-auto flex min-h-full max-w-xl flex-col justify-center gap-4 p-6' },
      element('figcaption', { class: 'text-center font-medium wrap-anywhere' }, show.name),
      player,
    ),
  )
  signal.addEventListener('abort', () => player.removeAttribute('src'), { once: true })
  await new Promise((resolve, reject) => {
    player.addEventListener('loadedmetadata', resolve, { once: true })
    player.addEventListener('error', () => reject(new PreviewFailure(reasonOf(player.error))), { once: true })
  })
  return 1
}

/** A network that fails can be tried again; what the browser cannot play stays so. */
const reasonOf = (error: MediaError | null) =>
  error?.code === MediaError.MEDIA_ERR_NETWORK ? 'unreachable' : 'damaged'
