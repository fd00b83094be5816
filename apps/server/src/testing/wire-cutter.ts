import { connect, createServer, type Socket } from 'node:net'

/** A line to a server that a test can cut, hold still, and mend. */
export interface WireCutter {
  url: string
  /** Breaks all connections; new ones are refused. */
  cut(): void
  /** Lets nothing through any more, without a word. */
  hold(): void
  mend(): void
  close(): void
}

/** Stands between a test's subject and the server of `url`; one that names no port is a PostgreSQL's. */
export async function startWireCutter(url: string): Promise<WireCutter> {
  const target = new URL(url)
  const lines = new Set<Socket>()
  let state: 'whole' | 'cut' | 'held' = 'whole'
  const server = createServer((near) => {
    if (state === 'cut') return near.destroy()
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
    if (state === 'held') near.unpipe(far)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const here = new URL(url)
  here.hostname = '127.0.0.1'
  here.port = String(typeof address === 'object' && address !== null ? address.port : 0)
  const destroyAll = (): void => lines.forEach((line) => line.destroy())
  return {
    url: here.href,
    cut() {
      state = 'cut'
      destroyAll()
    },
    hold() {
      state = 'held'
      for (const line of lines) line.unpipe()
    },
    mend() {
      if (state === 'held') destroyAll()
      state = 'whole'
    },
    close() {
      destroyAll()
      server.close()
    },
  }
}
