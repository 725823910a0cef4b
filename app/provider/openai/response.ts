import type { ResponseRequest } from '~/contract/openai.ts'
import type { ReadAnswer } from './events.ts'
import type { Form, SentEvent } from './forms.ts'

/** An answer as a response: one message with one part. */
export function response(
  { model, instructions, previous_response_id: previous, store }: ResponseRequest,
  origin: string,
): Form {
  const created_at = Math.floor(Date.now() / 1000)
  let sequence_number = 0
  const event = (type: string, data: object): SentEvent => ({
    event: type,
    data: { type, sequence_number: sequence_number++, ...data },
  })

  const itemId = ({ info }: ReadAnswer) => `msg_${info?.conversation_id}_${info?.entry_id}`
  const placeIn = (answer: ReadAnswer) => ({ item_id: itemId(answer), output_index: 0, content_index: 0 })
  const annotationsOf = ({ text, sources }: ReadAnswer) =>
    text.citations(sources, origin).map((citation) => ({ type: 'url_citation', ...citation }))
  const partOf = (answer: ReadAnswer, isWhole: boolean) => ({
    type: 'output_text',
    text: isWhole ? answer.text.said : '',
    annotations: isWhole ? annotationsOf(answer) : [],
    logprobs: [],
  })
  const messageOf = (answer: ReadAnswer, status: 'in_progress' | 'completed') => ({
    id: itemId(answer),
    type: 'message',
    role: 'assistant',
    status,
    content: status === 'completed' ? [partOf(answer, true)] : [],
  })

  const whole = (answer: ReadAnswer, status: 'in_progress' | 'completed' | 'failed') => {
    const { info, usage, failure } = answer
    const output = status === 'completed' ? [messageOf(answer, 'completed')] : []
    return {
      id: `resp_${info?.conversation_id}_${info?.entry_id}`,
      object: 'response',
      created_at,
      status,
      model,
      output,
      output_text: output.length > 0 ? answer.text.said : '',
      instructions: instructions ?? null,
      previous_response_id: previous ?? null,
      store: store ?? true,
      error: failure ? { code: 'server_error', message: failure.message } : null,
      incomplete_details: null,
      metadata: {},
      parallel_tool_calls: false,
      tool_choice: 'none',
      tools: [],
      temperature: null,
      top_p: null,
      ...(usage && {
        usage: {
          ...usage,
          input_tokens_details: { cached_tokens: 0 },
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: usage.input_tokens + usage.output_tokens,
        },
      }),
    }
  }

  return {
    begin: (answer) => [
      event('response.created', { response: whole(answer, 'in_progress') }),
      event('response.in_progress', { response: whole(answer, 'in_progress') }),
      event('response.output_item.added', { output_index: 0, item: messageOf(answer, 'in_progress') }),
      event('response.content_part.added', { ...placeIn(answer), part: partOf(answer, false) }),
    ],
    say: (answer, delta) => [event('response.output_text.delta', { ...placeIn(answer), delta, logprobs: [] })],
    end: (answer) => [
      ...annotationsOf(answer).map((annotation, annotation_index) =>
        event('response.output_text.annotation.added', { ...placeIn(answer), annotation_index, annotation }),
      ),
      event('response.output_text.done', { ...placeIn(answer), text: answer.text.said, logprobs: [] }),
      event('response.content_part.done', { ...placeIn(answer), part: partOf(answer, true) }),
      event('response.output_item.done', { output_index: 0, item: messageOf(answer, 'completed') }),
      event('response.completed', { response: whole(answer, 'completed') }),
    ],
    fail: (answer) => [event('response.failed', { response: whole(answer, 'failed') })],
    whole: (answer) => whole(answer, 'completed'),
  }
}
