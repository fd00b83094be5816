import { connect as connectSocket, type Socket } from 'node:net'

/** One connection that is kept, with one request under way at a time: as little work as can be beside a server on the same machine. */
export interface Connection {
  /** Sends a request and answers the status and the body; throws when the connection breaks. */
  send(request: { method: 'GET' | 'POST'; path: string; headers: string; body?: string }): Promise<Answer>
  close(): void
}

export interface Answer {
  status: number
  body: string
}

const END_OF_HEAD = '\r\n\r\n'

/** Reads one whole answer with a content-length; null while more is to come. */
function readAnswer(text: string): Answer | null {
  const head = text.indexOf(END_OF_HEAD)
  if (head === -1) return null
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1]
  if (length === undefined) throw new Error(`an answer without a length: ${text.slice(0, head)}`)
  const body = text.slice(head + END_OF_HEAD.length)
  // Bodies of money calls are ASCII, so that characters are bytes.
  if (body.length < Number(length)) return null
  return { status: Number(text.slice(9, 12)), body: body.slice(0, Number(length)) }
}

/** Connects to the server of an address. */
export async function openConnection(address: string): Promise<Connection> {
  const { hostname, port, host } = new URL(address)
  const socket = await new Promise<Socket>((done, fail) => {
    const made = connectSocket({ host: hostname, port: Number(port), noDelay: true }, () => done(made))
    made.once('error', fail)
  })
  socket.setEncoding('latin1')
  let received = ''
  let waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | null = null
  const fail = (error: Error): void => waiting?.reject(error)
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the server closed a connection')))
  socket.on('data', (chunk: string) => {
    received += chunk
    const answer = readAnswer(received)
    if (answer === null) return
    received = ''
    waiting?.resolve(answer)
  })
  return {
    send: ({ method, path, headers, body = '' }) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        const length = body === '' ? '' : `content-type: application/json\r\ncontent-length: ${body.length}\r\n`
        socket.write(`${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${headers}${length}\r\n${body}`)
      }),
    close: () => socket.destroy(),
  }
}
