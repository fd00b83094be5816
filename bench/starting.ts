import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { root, scratchFolder } from './programs.ts'

const PORT = 18_740
const GIVE_UP_MS = 300_000

/** Runs `npm start` on a data folder until it says that it is ready, and ends all of it. @returns how long that took, in seconds. */
async function startOnce(dataFolder: string): Promise<number> {
  const { DATABASE_URL: _, ...environment } = process.env
  const began = performance.now()
  // A group of its own: npm hands no signal on, and the next start is not to wait for what is left of this one.
  const child = spawn('npm', ['start'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...environment,
      PORT: String(PORT),
      SANDBOX_PORT: String(PORT + 1),
      DESK_PORT: String(PORT + 2),
      KRAPAO_DATA: dataFolder,
    },
  })
  const closed = once(child, 'close')
  let said = ''
  const ready = new Promise<number>((done) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('Krapao is ready')) done((performance.now() - began) / 1000)
    })
  })
  const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGTERM'), GIVE_UP_MS)
  const tookS = await Promise.race([ready, closed.then(() => null)])
  clearTimeout(timer)
  if (tookS === null) throw new Error(`npm start did not come up: ${said.slice(-500)}`)
  process.kill(-(child.pid ?? 0), 'SIGTERM')
  await closed
  return tookS
}

/** How long `npm start` takes where all is built and its data is there, so many times, in seconds. */
export async function measureStarts(times: number): Promise<number[]> {
  const { folder, remove } = scratchFolder()
  try {
    // The first one builds what is not built, makes the database and keeps what it compiled.
    await startOnce(folder)
    const tookS: number[] = []
    for (let time = 0; time < times; time += 1) tookS.push(await startOnce(folder))
    return tookS
  } finally {
    remove()
  }
}
