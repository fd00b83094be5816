/** What the thread of the embedded database is started with. */
export interface WorkerSettings {
  /** The folder of the database's own files; null keeps everything in memory (tests). */
  folder: string | null
  /** The file of a template to start from when there is no database yet; null makes one from nothing, which takes seconds. */
  template: string | null
  /** One counter, raised by every sync of a file to the disk. */
  syncCount: SharedArrayBuffer
}

export type WorkerRequest =
  | { kind: 'run'; id: number; text: string; values: readonly (string | null)[] }
  | { kind: 'dump'; id: number }
  | { kind: 'close' }

/** A result as it leaves the engine: all columns are text still. */
export interface RawResult {
  command: string
  rowCount: number
  fields: readonly { name: string; typeId: number }[]
  rows: readonly (readonly (string | null)[])[]
}

/** The parts of a SQL error that `pg`'s DatabaseError has too. */
export interface RawError {
  message: string
  fields: Readonly<Record<string, string | undefined>>
}

export type WorkerAnswer =
  | { kind: 'ready' }
  | { kind: 'result'; id: number; result: RawResult }
  | { kind: 'refused'; id: number; error: RawError }
  | { kind: 'dumped'; id: number; dump: Uint8Array }
  | { kind: 'lost'; reason: string }
  | { kind: 'closed' }
