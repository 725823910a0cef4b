import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { mostRecognisedPages } from '~/contract/defaults.ts'
import type { StoredFile } from '~/contract/files.ts'
import { m } from '~/paraglide/messages'
import { getLocale } from '~/paraglide/runtime'
import { toast } from '~/ui/toast.ts'
import type { Language, Order } from '~/viewer/recognition/protocol.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { getPreview, storeRecognisedText } from '../files.functions.ts'
import { isInProgress } from '../in-progress.ts'
import { fileQuery, refreshFiles } from '../queries.ts'
import { isRecognisable } from './recognisable.ts'
import { openScanFrame, type RecognisedPages, RecognitionFailure, type ScanFrame } from './scan-frame.ts'

/** What is to be read. A file that was just uploaded is waited for, and left alone where it has a text or needs too long. */
export interface Wanted {
  file: Pick<StoredFile, 'id' | 'name' | 'mime_type'>
  uploaded: boolean
}

interface Options {
  queryClient: QueryClient
  signal: AbortSignal
  onPage: (page: number, pages: number) => void
}

/** Pages that are read unasked, in some minutes at most. */
const mostUnasked = 30

let frame: ScanFrame | undefined
let turn: Promise<void> = Promise.resolve()
let waiting = 0

/** Reads one file after the other; the frame is removed after the last. A failure is shown. */
export function recogniseFile(wanted: Wanted, options: Options): Promise<void> {
  waiting++
  turn = turn.then(() => takeTurn(wanted, options))
  return turn
}

async function takeTurn(wanted: Wanted, options: Options): Promise<void> {
  try {
    await recognise(wanted, options)
  } catch (error) {
    if (!options.signal.aborted) tell(wanted, error)
  } finally {
    waiting--
    if (waiting === 0) closeFrame()
  }
}

async function recognise({ file, uploaded }: Wanted, { queryClient, signal, onPage }: Options) {
  const { id, name } = file
  signal.throwIfAborted()
  if (uploaded && !isRecognisable(await processed(queryClient, id, signal))) return
  const order = {
    source: await sourceOf(file),
    languages: languages(),
    mostPages: uploaded ? mostUnasked : mostRecognisedPages,
  }
  const pages = (await read(order, signal, onPage)).filter(({ text }) => text !== '')
  const stored = await storeRecognisedText({ data: { id, pages } })
  queryClient.setQueryData(fileQuery(id).queryKey, stored)
  queryClient.removeQueries({ queryKey: ['file-content', id] })
  void refreshFiles(queryClient)
  // Nobody expects words in every picture that they add.
  const isExpected = !uploaded || stored.status === 'failed'
  if (stored.status_reason !== 'recognised' && isExpected) toast.error(m.recognition_nothing({ name }))
}

/** The frame is of no more use once a reading in it has failed or was stopped. */
async function read(...[order, signal, onPage]: Parameters<ScanFrame['read']>): Promise<RecognisedPages> {
  frame ??= openScanFrame()
  try {
    return await frame.read(order, signal, onPage)
  } catch (error) {
    closeFrame()
    throw error
  }
}

function closeFrame() {
  frame?.close()
  frame = undefined
}

async function sourceOf({ id, mime_type }: Wanted['file']): Promise<Order['source']> {
  const { state } = await getPreview({ data: { id } })
  if (typeof state !== 'object' || !('url' in state)) throw new RecognitionFailure('unexpected')
  return { kind: mime_type === 'application/pdf' ? 'pdf' : 'image', url: state.url }
}

/** Both are read; the first decides what is unclear. */
const languages = (): Language[] => (getLocale() === 'ja' ? ['jpn', 'eng'] : ['eng', 'jpn'])

/** The file once its processing has ended. */
const processed = (queryClient: QueryClient, id: number, signal: AbortSignal) =>
  new Promise<StoredFile>((resolve, reject) => {
    const observer = new QueryObserver(queryClient, fileQuery(id))
    const look = ({ data, error }: { data: StoredFile | undefined; error: Error | null }) => {
      if (error) end(() => reject(error))
      else if (data && !isInProgress(data)) end(() => resolve(data))
    }
    const end = (settle: () => void) => {
      stopObserving()
      settle()
    }
    const stopObserving = observer.subscribe(look)
    signal.addEventListener('abort', () => end(() => reject(signal.reason)), { once: true })
    look(observer.getCurrentResult())
  })

function tell({ file: { name }, uploaded }: Wanted, error: unknown) {
  if (!(error instanceof RecognitionFailure)) return void toast.error(errorMessage(error))
  if (error.reason !== 'too_long') return void toast.error(m.recognition_failed({ name }))
  toast.error(
    uploaded
      ? m.recognition_long({ name, pages: mostUnasked })
      : m.recognition_too_long({ name, pages: mostRecognisedPages }),
  )
}
