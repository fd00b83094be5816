import { WebSocket } from 'ws'

/** Someone who listens in a room, by the protocol of Socket.IO or by a plain WebSocket. */
export interface Listener {
  room: string
  /** Breaks the connection as a lost line does. */
  cut(): void
  close(): void
}

export interface ListenTerms {
  url: string
  room: string
  protocol: 'socket.io' | 'plain'
  onMessage(seq: number, text: string): void
}

const CONNECT = '40'
const EVENT = '42'

/** Reads what stands after a name in a message; no more of it is looked at, so that the listener's work is small. */
function after(message: string, name: string): string {
  return message.slice(message.indexOf(name) + name.length)
}

/** Connects and resolves once it is let in. */
export function listen({ url, room, protocol, onMessage }: ListenTerms): Promise<Listener> {
  const isPlain = protocol === 'plain'
  const path = isPlain ? `/?room=${room}` : '/socket.io/?EIO=4&transport=websocket'
  const line = new WebSocket(`${url.replace('http', 'ws')}${path}`, { perMessageDeflate: false })
  const listener: Listener = { room, cut: () => line.terminate(), close: () => line.close() }
  const hear = (text: string): void => onMessage(Number.parseInt(after(text, '"seq":'), 10), after(text, '"message":"'))
  return new Promise((done, fail) => {
    line.on('error', fail)
    line.on('close', () => fail(new Error(`${url} closed the line of ${room}`)))
    if (isPlain) line.on('open', () => done(listener))
    line.on('message', (data: Buffer) => {
      const text = data.toString()
      if (isPlain || text.startsWith(EVENT)) hear(text)
      else if (text.startsWith(CONNECT)) done(listener)
      else if (text.startsWith('44')) fail(new Error(text))
      else if (text.startsWith('0')) line.send(`${CONNECT}{"guestId":"${room}"}`)
      else if (text === '2') line.send('3')
    })
  })
}
