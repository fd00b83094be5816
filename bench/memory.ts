import { readFileSync } from 'node:fs'
import type { ApiServer } from './api-server.ts'

/** Megabytes that a process holds of the machine's memory. */
function residentMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes ?? Number.NaN) / 1024)
}

/** What a server holds before, at each twelfth and at the end of some seconds of play. */
export async function measureMemory(
  { pid }: ApiServer,
  seconds: number,
  play: () => Promise<unknown>,
): Promise<{ calls: number; residentMb: number[] }> {
  const held = [residentMb(pid)]
  const timer = setInterval(() => held.push(residentMb(pid)), (seconds * 1000) / 12)
  const until = performance.now() + seconds * 1000
  let calls = 0
  try {
    while (performance.now() < until) {
      await play()
      calls += 1
    }
  } finally {
    clearInterval(timer)
  }
  return { calls, residentMb: [...held, residentMb(pid)] }
}
