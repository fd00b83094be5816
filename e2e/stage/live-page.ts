import { type ChatMessage, LIVE_PATH, type WalletHint } from '@krapao/contract'

/** A page that listens: what it was told, in the order in which it came. */
export interface LivePage {
  hints: WalletHint[]
  messages: ChatMessage[]
  /** Why it was closed, once it was; null while it is open. */
  closed: () => string | null
  close: () => void
}

/** The beginnings of Engine.IO's and Socket.IO's packets that a page meets. */
const packet = { opened: '0', ping: '2', pong: '3', connect: '40', disconnect: '41', event: '42', refused: '44' }

/** Connects a page to a server by a WebSocket; rejects with what the server said when it is not let in. */
export function openLivePage(url: string, auth: { token: string } | { guestId: string }): Promise<LivePage> {
  const line = new WebSocket(`${url.replace(/^http/, 'ws')}${LIVE_PATH}?EIO=4&transport=websocket`)
  const page: Pick<LivePage, 'hints' | 'messages'> = { hints: [], messages: [] }
  let closed: string | null = null
  return new Promise((done, fail) => {
    line.onerror = () => fail(new Error(`${url} could not be connected to`))
    line.onclose = ({ reason, code }) => {
      closed ??= reason === '' ? `line closed (${code})` : reason
      fail(new Error(closed))
    }
    line.onmessage = ({ data }: MessageEvent<string>) => {
      if (data.startsWith(packet.refused)) fail(new Error(data))
      else if (data.startsWith(packet.connect)) done({ ...page, closed: () => closed, close: () => line.close() })
      else if (data.startsWith(packet.disconnect)) closed = 'ended by the server'
      else if (data.startsWith(packet.event)) {
        const [name, told] = JSON.parse(data.slice(packet.event.length)) as [string, unknown]
        if (name === 'wallet') page.hints.push(told as WalletHint)
        if (name === 'messaging') page.messages.push(told as ChatMessage)
      } else if (data === packet.ping) line.send(packet.pong)
      else if (data.startsWith(packet.opened)) line.send(`${packet.connect}${JSON.stringify(auth)}`)
    }
  })
}
