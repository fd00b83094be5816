import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a provider answered before somebody meddled with it. */
interface Answered {
  status: number
  body: string
}

/** What comes of an answer: another one, one that breaks off in the middle, or none at all. */
type Meddled = (Answered & { type?: string; location?: string; isCutOff?: boolean }) | 'silence'

/** Makes another answer of one that came for a path. */
export type Meddle = (answer: Answered, path: string) => Meddled

/** A request as it passed. */
interface Passed {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** Stands between an adapter and a provider: every call reaches the provider, but its answer may come out different. */
export interface Meddler {
  url: string
  passed: Passed[]
  /** What is done to the coming answers; null lets them pass. */
  meddle: Meddle | null
  close(): Promise<void>
}

/** What stands before the path of a call that followed a redirection. */
export const elsewhere = '/elsewhere'

/** Starts a meddler in front of `target`. */
export async function startMeddler(target: string): Promise<Meddler> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const passed = { path: request.url ?? '/', headers: request.headers, body: Buffer.concat(chunks).toString() }
      meddler.passed.push(passed)
      forward(target, request.method ?? 'GET', passed).then(
        (answer) => send(response, meddler.meddle === null ? answer : meddler.meddle(answer, passed.path)),
        () => void response.socket?.destroy(),
      )
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const meddler: Meddler = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed: [],
    meddle: null,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return meddler
}

async function forward(target: string, method: string, passed: Passed): Promise<Answered> {
  const headers = Object.entries(passed.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && /^(authorization|content-type|x-.*)$/.test(name) ? [[name, value]] : [],
  )
  const response = await fetch(`${target}${passed.path.replace(elsewhere, '')}`, {
    method,
    headers,
    ...(method === 'GET' ? {} : { body: passed.body }),
  })
  return { status: response.status, body: await response.text() }
}

function send(response: ServerResponse, answer: Meddled): void {
  if (answer === 'silence') return
  const { status, body, type = 'application/json', location, isCutOff = false } = answer
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body) + (isCutOff ? 10 : 0),
    ...(location === undefined ? {} : { location }),
  })
  if (!isCutOff) return void response.end(body)
  response.write(body, () => void response.socket?.destroy())
}
