// A server that does nothing but hand on: by Socket.IO as it comes, with one row inserted before when it is given a
// database, or by plain WebSockets. It is told what to say by POST
// /send, as the product is told by a call. It is forked: it tells its port, and the end of the channel ends it.
import { createServer, type IncomingMessage } from 'node:http'
import { Pool } from 'pg'
import { Server } from 'socket.io'
import { type WebSocket, WebSocketServer } from 'ws'

/** What is to be said in which room; the yardstick numbers the messages itself. */
interface Said {
  room: string
  text: string
}

const [kind, databaseUrl] = process.argv.slice(2)
const pool = databaseUrl === undefined ? null : new Pool({ connectionString: databaseUrl, max: 20 })
await pool?.query('CREATE TABLE said (room text, seq bigint, message jsonb, PRIMARY KEY (room, seq))')
const seqs = new Map<string, number>()

/** As much as the product says of a message. */
function messageOf({ room, text }: Said) {
  const seq = (seqs.get(room) ?? 0) + 1
  seqs.set(room, seq)
  const id = `01kbd${String(seq).padStart(21, '0')}`
  return {
    _id: id,
    seq,
    sender: 'customer',
    createdAt: new Date().toISOString(),
    session_id: id,
    message: { message_type: 'text', payload: { message: text } },
    deliver: { id: `${id}-0000-4000`, status: 'succeed' },
  }
}

async function read(request: IncomingMessage): Promise<Said> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return JSON.parse(text) as Said
}

const server = createServer((request, answer) => {
  void read(request).then(async (said) => {
    const message = messageOf(said)
    await pool?.query({
      name: 'said',
      text: 'INSERT INTO said (room, seq, message) VALUES ($1, $2, $3)',
      values: [said.room, message.seq, message],
    })
    tell(said.room, message)
    const body = JSON.stringify(message)
    answer.writeHead(200, { 'content-type': 'application/json', 'content-length': String(body.length) }).end(body)
  })
})
const tell = kind === 'ws' ? bindPlain() : bindSocketIo()

function bindSocketIo(): (room: string, message: object) => void {
  const io = new Server(server, { serveClient: false })
  io.on('connection', (socket) => void socket.join(String(socket.handshake.auth['guestId'])))
  return (room, message) => io.to(room).emit('messaging', message)
}

function bindPlain(): (room: string, message: object) => void {
  const rooms = new Map<string, Set<WebSocket>>()
  new WebSocketServer({ server }).on('connection', (line, request) => {
    const room = new URL(request.url ?? '', 'http://here').searchParams.get('room') ?? ''
    const members = rooms.get(room) ?? new Set()
    rooms.set(room, members.add(line))
    line.on('close', () => members.delete(line))
  })
  return (room, message) => {
    const text = JSON.stringify(message)
    for (const line of rooms.get(room) ?? []) line.send(text)
  }
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address !== null ? address.port : 0)
})
process.on('disconnect', () => process.exit(0))
