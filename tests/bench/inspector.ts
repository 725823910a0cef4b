/** A session with the tools of V8 in a Worker, whose name ends so; it answers while the Worker has something to do. */
export async function inspect(port: number, worker: string) {
  const listed = await fetch(`http://127.0.0.1:${port}/json`)
  const targets = (await listed.json()) as { id: string; webSocketDebuggerUrl: string }[]
  const target = targets.find(({ id }) => id.endsWith(worker))
  if (!target) throw new Error(`the inspector knows no Worker ${worker}, but ${targets.map(({ id }) => id).join()}`)
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  const waiting = new Map<number, (result: unknown) => void>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: unknown }
    waiting.get(id)?.(result)
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  let last = 0
  return {
    call: (method: string, params = {}) =>
      new Promise<unknown>((resolve) => {
        waiting.set(++last, resolve)
        socket.send(JSON.stringify({ id: last, method, params }))
      }),
    close: () => socket.close(),
  }
}
