import { Agent, request } from 'node:http'

/** An answer as it came over the wire. */
export interface WireAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** Sends requests over real connections, which it keeps, with nothing put right on the way: paths, headers and bodies as given. */
export function createWire(address: string): {
  send(given: {
    method: string
    target: string
    headers: Record<string, string>
    body?: Buffer | undefined
  }): Promise<WireAnswer>
  close(): void
} {
  const { hostname, port } = new URL(address)
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  return {
    send: ({ method, target, headers, body }) =>
      new Promise((done, fail) => {
        const length = body === undefined ? {} : { 'content-length': String(body.length) }
        const sent = request(
          { hostname, port, agent, method, path: target, headers: { ...headers, ...length }, timeout: 30_000 },
          (response) => {
            const chunks: Buffer[] = []
            response.on('data', (chunk: Buffer) => chunks.push(chunk))
            response.on('error', fail)
            response.on('end', () =>
              done({
                status: response.statusCode ?? 0,
                headers: response.headers,
                text: Buffer.concat(chunks).toString(),
              }),
            )
          },
        )
        sent.on('timeout', () => sent.destroy(new Error(`no answer to ${method} ${target}`)))
        sent.on('error', fail)
        sent.end(body)
      }),
    close: () => agent.destroy(),
  }
}
