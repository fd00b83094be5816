// Ports of the loopback address for programs that are started beside others.
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Takes a port, so that nobody else can; 0 takes any free one. Throws the system's error when it is taken. */
export async function takePort(port = 0): Promise<{ port: number; free: () => Promise<void> }> {
  const server = createServer()
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(port, '127.0.0.1', done)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    free: () => new Promise((done) => server.close(() => done())),
  }
}

/**
 * The first of so many ports in a row that were free a moment ago. They lie below those that systems give to outgoing
 * connections, so that nobody takes one while the program that had it is stopped and started again, and above the last
 * that browsers and fetch refuse, 10080.
 */
export async function freePort(inARow = 1): Promise<number> {
  for (;;) {
    const first = randomInt(10_100, 30_000)
    const wanted = Array.from({ length: inARow }, (_, index) => first + index)
    const taken = await Promise.all(wanted.map((port) => takePort(port).catch(() => null)))
    await Promise.all(taken.map((one) => one?.free()))
    if (!taken.includes(null)) return first
  }
}
