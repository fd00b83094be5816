import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'

/** A statement for the engine's process; without `values` it may be several. */
export interface EngineRequest {
  id: number
  text: string
  values: readonly unknown[] | null
  /** The process ends itself at this write to its files (0: before the first), at the latest before it answers. */
  diesAtWrite: number | null
}

export type EngineAnswer =
  | { id: number; rows: object[] }
  | { id: number; failed: { message: string; code: string | null } }

/** The engine's process is gone: whatever was on its way may or may not be written. */
export class EngineKilled extends Error {
  constructor() {
    super('the engine was killed')
    this.name = 'EngineKilled'
  }
}

/** An embedded database in a process of its own, on files that outlive it. */
export interface Engine {
  query<Row extends object>(text: string, values: readonly unknown[], diesAtWrite?: number): Promise<Row[]>
  /** Several statements without values. */
  script(text: string): Promise<void>
  /** Ends the process as `kill -9` does. */
  kill(): Promise<void>
  /** Starts it on the files as they are. */
  reopen(): Promise<void>
}

interface Waiting {
  resolve(rows: object[]): void
  reject(error: Error): void
}

class EngineHandle implements Engine {
  readonly #folder: string
  readonly #waiting = new Map<number, Waiting>()
  #process: ChildProcess | null = null
  #gone: Promise<void> = Promise.resolve()
  #nextId = 1

  constructor(folder: string) {
    this.#folder = folder
  }

  async reopen(): Promise<void> {
    await this.#gone
    const script = new URL('./engine-process.ts', import.meta.url)
    const engine = fork(script, [this.#folder], { serialization: 'advanced' })
    this.#process = engine
    engine.on('message', (answer: EngineAnswer) => this.#take(answer))
    this.#gone = new Promise((resolve) =>
      engine.once('exit', () => {
        for (const { reject } of this.#waiting.values()) reject(new EngineKilled())
        this.#waiting.clear()
        resolve()
      }),
    )
    await new Promise<object[]>((resolve, reject) => this.#waiting.set(0, { resolve, reject }))
  }

  async query<Row extends object>(text: string, values: readonly unknown[], diesAtWrite?: number): Promise<Row[]> {
    return (await this.#ask(text, values, diesAtWrite ?? null)) as Row[]
  }

  async script(text: string): Promise<void> {
    await this.#ask(text, null, null)
  }

  async kill(): Promise<void> {
    this.#process?.kill('SIGKILL')
    await this.#gone
  }

  #ask(text: string, values: readonly unknown[] | null, diesAtWrite: number | null): Promise<object[]> {
    const id = this.#nextId
    this.#nextId += 1
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      const request: EngineRequest = { id, text, values, diesAtWrite }
      this.#process?.send(request, (error) => {
        if (error !== null && this.#waiting.delete(id)) reject(new EngineKilled())
      })
    })
  }

  #take(answer: EngineAnswer): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if ('rows' in answer) waiting?.resolve(answer.rows)
    else waiting?.reject(Object.assign(new Error(answer.failed.message), { code: answer.failed.code }))
  }
}

/** Starts an engine on a folder; an empty one becomes a new database. */
export async function startEngine(folder: string): Promise<Engine> {
  const engine = new EngineHandle(folder)
  await engine.reopen()
  return engine
}
