import { connect, createServer, type Socket } from 'node:net'

/** A line to a database that can be cut and mended. */
export interface Wire {
  readonly url: string
  /** Breaks all connections; new ones are broken too until it is mended. */
  cut(): void
  mend(): void
  close(): void
}

/** Stands between the product and the database of a URL, which names its port. */
export async function startWire(url: string): Promise<Wire> {
  const target = new URL(url)
  const lines = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return near.destroy()
    const far = connect(Number(target.port || 5432), target.hostname)
    for (const [line, other] of [
      [near, far],
      [far, near],
    ] as const) {
      lines.add(line)
      line.on('error', () => undefined)
      line.on('close', () => {
        lines.delete(line)
        other.destroy()
      })
      line.pipe(other)
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const here = new URL(url)
  here.host = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const breakAll = (): void => lines.forEach((line) => line.destroy())
  return {
    url: here.href,
    cut() {
      isCut = true
      breakAll()
    },
    mend() {
      isCut = false
    },
    close() {
      breakAll()
      server.close()
    },
  }
}
