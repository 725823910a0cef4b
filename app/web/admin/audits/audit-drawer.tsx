import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { AuditDetails } from '~/contract/audits.ts'
import { m } from '~/paraglide/messages'
import { getLocale } from '~/paraglide/runtime'
import { byteSize } from '~/ui/byte-size.ts'
import { formatDay } from '~/ui/day.tsx'
import { Loader } from '~/ui/loader.tsx'
import { SidePanel } from '~/ui/dialog/side-panel.tsx'
import { useTimeZone } from '~/web/admin/time-zone.tsx'
import { agentLooks } from '~/web/chat/agents/agent-looks.ts'
import { codeMessage, errorMessage } from '~/web/errors/message.ts'
import { LoadFailure } from '~/web/errors/load-failure.tsx'
import { useLast } from '~/ui/dialog/use-last.ts'
import { AuditStatus } from './audit-status.tsx'
import { FeedbackValue } from './feedback.tsx'
import { Moment } from './moment.tsx'
import { auditQuery } from './queries.ts'

interface AuditDrawerProps {
  /** The audit of the address; none, no drawer. */
  auditId: number | undefined
  onClose: () => void
}

/** A chat request with all that is kept of it. */
export function AuditDrawer({ auditId, onClose }: AuditDrawerProps) {
  const isOpen = auditId !== undefined
  const { data, error, refetch } = useQuery({ ...auditQuery(auditId ?? 0), enabled: isOpen })
  const audit = useLast(isOpen, data)
  const id = useLast(isOpen, auditId)
  return (
    <SidePanel open={isOpen} onClose={onClose} title={m.audits_drawer_title({ id: id ?? '' })}>
      {error ? (
        <LoadFailure text={errorMessage(error)} onRetry={() => void refetch()} />
      ) : audit ? (
        <Facts audit={audit} />
      ) : (
        <Loader />
      )}
    </SidePanel>
  )
}

function Facts({ audit }: { audit: AuditDetails }) {
  const timeZone = useTimeZone()
  const without =
    audit.text_erased_at === null
      ? m.audits_no_text()
      : m.audits_text_erased({ day: formatDay(audit.text_erased_at, getLocale(), timeZone) })
  return (
    <div className="grid gap-6">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2.5 text-sm">
        <Fact name={m.audits_col_id()}>{audit.id}</Fact>
        <Fact name={m.audits_col_user()}>
          {audit.user_email} <span className="text-muted">({audit.user_id})</span>
        </Fact>
        {audit.api_key !== null && <Fact name={m.audits_api_key()}>{audit.api_key}</Fact>}
        <Fact name={m.audits_conversation_id()}>{audit.conversation_id ?? '–'}</Fact>
        <Fact name={m.audits_col_created()}>
          <Moment at={audit.created_at} />
        </Fact>
        <Fact name={m.audits_col_status()}>
          <AuditStatus status={audit.status} />
          {audit.error_code && <p className="mt-0.5 text-muted">{codeMessage(audit.error_code)}</p>}
        </Fact>
        <Fact name={m.audits_feedback()}>
          <FeedbackValue feedback={audit.feedback} />
        </Fact>
        <Fact name={m.audits_col_pipeline()}>{agentLooks[audit.pipeline].name()}</Fact>
        <Fact name={m.audits_response_time()}>{audit.execution_time.toFixed(2)}</Fact>
        <Fact name={m.audits_model()}>{modelName(audit.model)}</Fact>
        <Fact name={m.audits_input_tokens()}>{tokens(audit.input_tokens)}</Fact>
        <Fact name={m.audits_output_tokens()}>{tokens(audit.output_tokens)}</Fact>
      </dl>
      <Passage name={m.audits_prompt()} text={audit.question} without={without} />
      {audit.instructions !== null && (
        <Passage name={m.audits_instructions()} text={audit.instructions} without={without} />
      )}
      <Passage name={m.audits_response()} text={audit.answer} without={without} />
      {audit.files.length > 0 && (
        <Items name={m.audits_files()}>
          {audit.files.map(({ id, name, size }) => (
            <li key={id}>
              {name} <span className="whitespace-nowrap text-muted">{byteSize(size)}</span>
            </li>
          ))}
        </Items>
      )}
      {audit.references.length > 0 && (
        <Items name={m.audits_references()}>
          {audit.references.map(({ id, name, page_number, url }) => (
            <li key={id}>
              {name}
              {page_number !== undefined && (
                <span className="text-muted"> {m.audits_reference_page({ page: page_number })}</span>
              )}
              {url && <span className="block text-muted">{url}</span>}
            </li>
          ))}
        </Items>
      )}
      <section className="border-t border-line pt-4 text-xs text-muted">
        <h3 className="font-medium">{m.audits_chain({ seq: audit.seq })}</h3>
        <p className="mt-1 font-mono wrap-anywhere">{audit.hash}</p>
      </section>
    </div>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 tabular-nums wrap-anywhere">{children}</dd>
  </>
)

/** Text as it was written, or why there is none. A long one scrolls by itself, by keyboard too. */
function Passage({ name, text, without }: { name: string; text: string; without: string }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="text-sm font-medium">
        {name}
      </h3>
      {text ? (
        <p
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard scrolls it
          tabIndex={0}
          dir="auto"
          className="mt-1.5 max-h-96 overflow-y-auto rounded-md bg-sunken px-3 py-2.5 text-sm leading-relaxed wrap-anywhere whitespace-pre-wrap"
        >
          {text}
        </p>
      ) : (
        <p className="mt-1.5 text-sm text-faint">{without}</p>
      )}
    </section>
  )
}

const Items = ({ name, children }: { name: string; children: ReactNode }) => (
  <section>
    <h3 className="text-sm font-medium">{name}</h3>
    <ul className="mt-1.5 grid gap-1.5 text-sm wrap-anywhere">{children}</ul>
  </section>
)

const modelName = (model: string | null) => (model === 'builtin' ? m.audits_model_builtin() : (model ?? '–'))

/** Only what the model's service reported is a number. */
const tokens = (count: number | null) => count?.toLocaleString(getLocale()) ?? m.audits_tokens_unknown()
