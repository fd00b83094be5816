import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const readyWithinMs = 280_000
const pollMs = 20

/** Who runs a command: the user of the tests, or, when that is root, an ordinary one. */
export const ordinaryUser: { uid?: number; gid?: number } = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

export interface StartTerms {
  command: string
  args: readonly string[]
  folder: string
  settings: Record<string, string>
  user?: { uid?: number; gid?: number }
}

/** A command that was started in a process group of its own, as a terminal does it. */
export class Started {
  readonly child: ChildProcess
  #output = ''
  #ended: number | null | undefined

  constructor({ command, args, folder, settings, user }: StartTerms) {
    // What a user has: no variables of npm or of the test runner, and no bin folder of ours on the path.
    const paths = (process.env['PATH'] ?? '').split(delimiter).filter((path) => !path.includes('node_modules'))
    this.child = spawn(command, args, {
      cwd: folder,
      env: { PATH: paths.join(delimiter), HOME: settings['KRAPAO_DATA'], ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      ...user,
    })
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.#output += chunk.toString()))
    }
    this.child.on('close', (code) => (this.#ended = code))
  }

  /** The lines of both streams, without those that npm says of itself. */
  get lines(): string[] {
    return this.#output.split('\n').filter((line) => line !== '' && !/^(> |npm (warn|error|notice))/.test(line))
  }

  /** Waits for the line that names the addresses; `desk` is null where there is none. */
  async ready(): Promise<{ wallet: string; sandbox: string; desk: string | null }> {
    const giveUpAtMs = performance.now() + readyWithinMs
    for (;;) {
      const said = /wallet (http:\S+) +sandbox (http:\S+)(?: +desk (http:\S+))?\n/.exec(this.#output)
      if (said?.[1] !== undefined && said[2] !== undefined) {
        return { wallet: said[1], sandbox: said[2], desk: said[3] ?? null }
      }
      if (this.#ended !== undefined || performance.now() > giveUpAtMs) throw new Error(`not ready: ${this.#output}`)
      await pause(pollMs)
    }
  }

  /** Waits until it and all that it started are gone; answers its exit code. */
  async end(): Promise<number | null> {
    const giveUpAtMs = performance.now() + readyWithinMs
    while (this.#ended === undefined) {
      if (performance.now() > giveUpAtMs) throw new Error(`it does not end: ${this.#output}`)
      await pause(pollMs)
    }
    return this.#ended
  }

  /** Sends a signal to the command alone and waits until its whole group is gone; answers its exit code. */
  async stop(...signals: NodeJS.Signals[]): Promise<number | null> {
    const giveUpAtMs = performance.now() + readyWithinMs
    for (const signal of signals) {
      this.child.kill(signal)
      await pause(pollMs)
    }
    while (this.#ended === undefined || this.members().length > 0) {
      if (performance.now() > giveUpAtMs) throw new Error(`still there: ${JSON.stringify(this.members())}`)
      await pause(pollMs)
    }
    return this.#ended
  }

  /** Ends everything at once, as a power cut would. */
  async killAll(): Promise<void> {
    try {
      process.kill(-(this.child.pid ?? 0), 'SIGKILL')
    } catch {
      // Nothing of it is left.
    }
    while (this.members().length > 0) await pause(pollMs)
  }

  /** The processes of the group that live, with their commands. */
  members(): { pid: number; command: string }[] {
    return processes().filter(({ group }) => group === this.child.pid)
  }

  /** The one process of the group whose command holds these words. */
  member(words: string): number {
    const [found, ...others] = this.members().filter(({ command }) => command.includes(words))
    if (found === undefined || others.length > 0) throw new Error(`not one ${words}: ${JSON.stringify(this.members())}`)
    return found.pid
  }
}

/** All processes of the machine that live: dead ones that nobody has asked after are left out. */
function processes(): { pid: number; group: number; command: string }[] {
  if (!existsSync('/proc/self/stat')) return processesByPs()
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const [, state, group] = /^\d+ \(.*\) (\S) \d+ (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? []
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      return state === 'Z' || state === 'X' ? [] : [{ pid: Number(name), group: Number(group), command }]
    } catch {
      return [] // It has ended meanwhile.
    }
  })
}

function processesByPs(): { pid: number; group: number; command: string }[] {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,pgid=,stat=,args=']).toString()
  return listed.split('\n').flatMap((line) => {
    const [, pid, group, state, command = ''] = /^ *(\d+) +(\d+) +(\S+) +(.*)$/.exec(line) ?? []
    return state === undefined || state.startsWith('Z') ? [] : [{ pid: Number(pid), group: Number(group), command }]
  })
}
