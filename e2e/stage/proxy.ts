import { randomInt } from 'node:crypto'
import { createServer, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'

export interface Proxy {
  url: string
  close: () => Promise<void>
}

/**
 * Stands before several servers as operators have it: each request and each WebSocket goes to the next server in turn, and
 * to the one after it when that one does not answer the door. Whoever does not say with x-forwarded-for who he is comes
 * from a new address each time, so that players of a test do not meet each other's limits.
 */
export async function startProxy(targets: readonly string[]): Promise<Proxy> {
  let turn = 0
  const lines = new Set<Duplex>()

  function nextTargets(): URL[] {
    turn += 1
    return targets.map((_, place) => new URL(targets[(turn + place) % targets.length] ?? ''))
  }

  function headersOf({ headers }: IncomingMessage): Record<string, string> {
    const from = headers['x-forwarded-for'] ?? `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
    return { ...(headers as Record<string, string>), 'x-forwarded-for': String(from) }
  }

  const server = createServer((incoming, answer) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => forward(nextTargets()))

    function forward([target, ...others]: URL[]): void {
      if (target === undefined) return void answer.writeHead(502).end()
      const { method } = incoming
      const outgoing = request(new URL(incoming.url ?? '/', target), { method, headers: headersOf(incoming) })
      outgoing.on('response', (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(answer)
      })
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        // Only what certainly never began is tried elsewhere: a call that broke off may have been carried out.
        if (error.code === 'ECONNREFUSED') forward(others)
        else answer.destroy()
      })
      outgoing.end(Buffer.concat(chunks))
    }
  })
  server.on('upgrade', (incoming, line: Duplex, head) => {
    function join([target, ...others]: URL[]): void {
      if (target === undefined) return void line.destroy()
      const far = connect(Number(target.port), target.hostname)
      far.on('connect', () => {
        const headers = Object.entries(headersOf(incoming)).map(([name, value]) => `${name}: ${value}\r\n`)
        far.write(`GET ${incoming.url} HTTP/1.1\r\n${headers.join('')}\r\n`)
        far.write(head)
        far.pipe(line).pipe(far)
      })
      far.on('error', () => (far.bytesWritten === 0 ? join(others) : line.destroy()))
      far.on('close', () => line.end())
      line.on('error', () => far.destroy())
      line.on('close', () => far.destroy())
    }
    lines.add(line)
    line.on('close', () => lines.delete(line))
    join(nextTargets())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    close: () =>
      new Promise((done) => {
        for (const line of lines) line.destroy()
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
