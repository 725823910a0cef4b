import type { System, SystemModel } from '~/contract/system.ts'
import { m } from '~/paraglide/messages'
import { byteSize } from '~/ui/byte-size.ts'
import { codeMessage } from '~/web/errors/message.ts'
import { Moment } from '../audits/moment.tsx'
import { formatNumber } from '../format-number.ts'
import { brokenAdvice, modelAdvice, processingAdvice, questionsAdvice, storeAdvice } from './advice.ts'
import { Figure, Figures, Item, Section } from './section.tsx'

/** What does not work for anybody. */
export const Broken = ({ broken }: Pick<System, 'broken'>) => (
  <Section title={m.system_broken()}>
    <ul>
      {broken.map((part) => (
        <Item key={part.name} name={part.name} state="error" advice={brokenAdvice(part)} />
      ))}
    </ul>
  </Section>
)

const purposes: Record<SystemModel['purpose'], () => string> = {
  answers: m.system_purpose_answers,
  embeddings: m.system_purpose_embeddings,
  reranker: m.system_purpose_reranker,
  transcription: m.system_purpose_transcription,
  images: m.system_purpose_images,
}

export const Models = ({ models }: Pick<System, 'models'>) => (
  <Section title={m.system_models()}>
    {models.length === 0 && <p className="px-4 pb-4 text-sm text-muted">{m.system_no_models()}</p>}
    <ul>
      {models.map((model) => (
        <Item
          key={`${model.purpose} ${model.name}`}
          name={model.name}
          hint={purposes[model.purpose]()}
          state={model.state}
          advice={modelAdvice(model)}
        >
          <Calls model={model} />
        </Item>
      ))}
    </ul>
  </Section>
)

const Calls = ({ model: { succeeded_at, failed_at, failing_since, code } }: { model: SystemModel }) => (
  <>
    {succeeded_at && (
      <p>
        {m.system_succeeded()} <Moment at={succeeded_at} />
      </p>
    )}
    {failed_at && code && (
      <p>
        {m.system_failed_at()} <Moment at={failed_at} /> · {codeMessage(code)} ({code})
      </p>
    )}
    {failing_since && (
      <p>
        {m.system_failing_since()} <Moment at={failing_since} />
      </p>
    )}
  </>
)

export function Questions({ questions }: Pick<System, 'questions'>) {
  const { state, asked, failed, refused, model_errors, first_word } = questions
  return (
    <Section title={m.system_questions()} state={state} advice={questionsAdvice(questions)}>
      <Figures>
        <Figure name={m.system_asked()}>{formatNumber(asked)}</Figure>
        {first_word && (
          <>
            <Figure name={m.system_first_word_half()}>{seconds(first_word.half)}</Figure>
            <Figure name={m.system_first_word_most()}>{seconds(first_word.most)}</Figure>
          </>
        )}
        {failed.map(({ code, count }) => (
          <Figure key={code} name={m.system_answer_failed({ code })}>
            {formatNumber(count)}
          </Figure>
        ))}
        {refused.map(({ code, count }) => (
          <Figure key={code} name={m.system_refused({ code })}>
            {formatNumber(count)}
          </Figure>
        ))}
        {model_errors.map(({ model, code, count }) => (
          <Figure key={`${model} ${code}`} name={m.system_model_errors({ model, code })}>
            {formatNumber(count)}
          </Figure>
        ))}
      </Figures>
    </Section>
  )
}

const seconds = (milliseconds: number) => m.system_seconds({ seconds: formatNumber(milliseconds / 1000) })

export function Processing({ processing, checked_at }: Pick<System, 'processing' | 'checked_at'>) {
  const { state, waiting, oldest_at, failed, queue, swept_at } = processing
  return (
    <Section title={m.system_processing()} state={state} advice={processingAdvice(processing, checked_at)}>
      <Figures>
        <Figure name={m.system_waiting()}>{formatNumber(waiting)}</Figure>
        {oldest_at && (
          <Figure name={m.system_oldest()}>
            <Moment at={oldest_at} />
          </Figure>
        )}
        <Figure name={m.system_failed()}>{formatNumber(failed)}</Figure>
        {queue && <Figure name={m.system_queue()}>{formatNumber(queue.waiting)}</Figure>}
        {queue?.oldest_at && (
          <Figure name={m.system_queue_oldest()}>
            <Moment at={queue.oldest_at} />
          </Figure>
        )}
        <Figure name={m.system_swept()}>{swept_at ? <Moment at={swept_at} /> : m.system_never()}</Figure>
      </Figures>
    </Section>
  )
}

const storeNames = { files: m.system_store_files, directory: m.system_store_directory, audits: m.system_store_audits }

export const Storage = ({ stores, shards }: Pick<System, 'stores' | 'shards'>) => (
  <Section title={m.system_storage()}>
    <ul>
      {stores.map((store) => (
        <Item key={store.name} name={storeNames[store.name]()} state={store.state} advice={storeAdvice(store)}>
          {store.limit === null
            ? byteSize(store.bytes)
            : m.system_of_limit({ bytes: byteSize(store.bytes), limit: byteSize(store.limit) })}
        </Item>
      ))}
    </ul>
    <div className="border-t border-line">
      <Figures>
        <Figure name={m.system_shards()}>{formatNumber(shards)}</Figure>
      </Figures>
    </div>
  </Section>
)
