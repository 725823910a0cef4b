import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A model's service in a process of its own, so that its work is nobody else's: OpenAI's streaming protocol, one token an
 * event, one event a write. The question says how: `tokens=400 pace=20` (milliseconds between two; 0 for as fast as the
 * reader takes them) `wait=300` (before the first). The first token is the time at which it was written.
 */
const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (part: string) => (body += part))
  request.on('end', () => {
    // A conversation's title, which is asked for behind its first answer, is short and there at once.
    if (body.includes('Write a title for the conversation')) body = 'tokens=3'
    const said = (name: string) => Number(new RegExp(`${name}=(\\d+)`).exec(body)?.[1] ?? 0)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    setTimeout(() => speak(said('tokens'), said('pace')), said('wait'))
  })

  const speak = (tokens: number, pace: number) => {
    const began = performance.now()
    let written = 0
    const next = () => {
      // A pace of 20 ms is 50 tokens a second whatever the timers do: what is late is caught up.
      const due = pace === 0 ? tokens : Math.min(tokens, 1 + Math.floor((performance.now() - began) / pace))
      while (written < due) {
        const room = response.write(written === 0 ? chunk(`@${process.hrtime.bigint()};`) : tokenAt(written))
        written++
        if (!room && pace === 0) return void response.once('drain', next)
      }
      if (written === tokens) return void response.end(ending)
      setTimeout(next, pace)
    }
    next()
  }
})

const chunk = (content: string) =>
  `data: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"small","choices":[{"index":0,"delta":{"content":"${content}"},"finish_reason":null}]}\n\n`
const tokenAt = (number: number) => chunk(` w${number}`)
const ending =
  'data: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"small","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n' +
  'data: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"small","choices":[],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}\n\n' +
  'data: [DONE]\n\n'

server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
