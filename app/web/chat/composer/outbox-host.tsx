import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { lazyPart } from '~/ui/retry-import.ts'
import { isInProgress } from '~/web/files/in-progress.ts'
import { useLiveHead } from '../answers/live-answers.ts'
import { entriesOf } from '../queries.ts'
import { type Draft, isStored } from './draft.ts'
import type { DraftStore } from './draft-store.ts'
import { advance } from './outbox.ts'
import { useUploadStates } from './use-attach.ts'
import { useDraft, useDrafts } from './use-draft.ts'
import type { ConversationKey } from '../conversation-key.ts'

const FilesInProgress = lazyPart(() => import('./files-in-progress.tsx'))

/**
 * Watches what waits in the drafts, whatever page is shown: files until they are processed, and questions until it is their
 * turn. Mounted once.
 */
export function OutboxHost() {
  const drafts = useDrafts()
  const files = useSyncExternalStore(drafts.subscribe, () => filesToWatch(drafts), nothing)
  const queues = useSyncExternalStore(drafts.subscribe, () => queuesIn(drafts), nothing)
  useUploadStates()
  return (
    <>
      <Suspense>{files && <FilesInProgress drafts={drafts} ids={files.split(' ').map(Number)} />}</Suspense>
      {queues && queues.split(' ').map((key) => <Queue key={key} of={key === 'new' ? key : Number(key)} />)}
    </>
  )
}

/** Continues a queue; renders again whenever something that its first question may wait for has changed. */
function Queue({ of: key }: { of: ConversationKey }) {
  const drafts = useDrafts()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  useDraft(key, (draft) => draft.queue)
  useLiveHead(key)
  useQuery(entriesOf(key))
  // A question that opens a conversation takes its member there, unless they have left.
  const onNumbered = (id: number) => {
    if (!isNewConversation()) return
    void navigate({ to: '/chat/{-$conversationId}', params: { conversationId: String(id) }, replace: true })
  }
  useEffect(() => advance(key, { drafts, queryClient, onNumbered }))
  return null
}

// Text, as it is equal where nothing has changed.
const nothing = () => ''

function filesToWatch(drafts: DraftStore): string {
  const watched = [...drafts.all().values()].flatMap(filesOf).filter((file) => isStored(file) && isInProgress(file))
  return [...new Set(watched.map(({ id }) => id))].join(' ')
}

const queuesIn = (drafts: DraftStore) =>
  [...drafts.all()].flatMap(([key, { queue }]) => (queue.length > 0 ? [key] : [])).join(' ')

const filesOf = ({ files, queue }: Draft) => [...files, ...queue.flatMap(({ files }) => files)]

/** Whether the reader is still where the question was asked. */
const isNewConversation = () => /^\/chat(\/0)?\/?$/.test(location.pathname)
