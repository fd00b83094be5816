import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { AuditMark } from '@krapao/ledger'
import * as v from 'valibot'
import type { Config } from '../config.ts'
import { addressesOf } from '../platform/database/addresses.ts'
import { fromZero } from '../platform/whole-numbers.ts'

/** What an audit keeps outside the database, where the settings say. */
export function auditMarksOf({
  dataFolder,
  databaseUrl,
  auditHeadsUrl,
}: Pick<Config, 'dataFolder' | 'databaseUrl' | 'auditHeadsUrl'>): AuditMarks {
  // Its hosts change, a database's name does not: a copy of another name is another one.
  const name = databaseUrl === null ? '' : new URL(addressesOf(databaseUrl)[0] ?? databaseUrl).pathname
  return createAuditMarks({ dataFolder, name, address: auditHeadsUrl })
}

const ANSWERS_WITHIN_MS = 10_000

const digits = v.pipe(v.string(), v.regex(/^-?\d+$/))
const markShape = v.object({
  heads: v.array(v.object({ strand: fromZero, number: fromZero, hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) })),
  entries: digits,
  versions: digits,
  pending: digits,
  held: digits,
  arriving: digits,
})

/** What audits proved, kept outside the database: in the data folder, and at an address of the operator's where one is set. */
export interface AuditMarks {
  /** The last ones that were kept; null where none were. Throws when one cannot be read: then nothing is proven. */
  read(): Promise<{ own: AuditMark | null; elsewhere: AuditMark | null }>
  keep(mark: AuditMark): Promise<void>
}

/** One file for each database of a folder: `name` tells them apart. */
export function createAuditMarks(terms: { dataFolder: string; name: string; address: string | null }): AuditMarks {
  const { dataFolder, name, address } = terms
  const file = join(dataFolder, `audit-heads-${createHash('sha256').update(name).digest('hex').slice(0, 12)}.json`)

  async function readOwn(): Promise<AuditMark | null> {
    try {
      return v.parse(markShape, JSON.parse(await readFile(file, 'utf8')))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw new Error(`${file} holds no heads of an audit`, { cause: error })
    }
  }

  async function readElsewhere(): Promise<AuditMark | null> {
    if (address === null) return null
    const reply = await call(address, { method: 'GET' })
    if (reply.status === 404 || reply.status === 204) return null
    if (!reply.ok) throw new Error(`the address of KRAPAO_AUDIT_HEADS answered ${reply.status}`)
    return v.parse(markShape, await reply.json())
  }

  return {
    async read() {
      const [own, elsewhere] = await Promise.all([readOwn(), readElsewhere()])
      return { own, elsewhere }
    },
    async keep(mark) {
      const text = JSON.stringify(mark)
      await mkdir(dataFolder, { recursive: true })
      // Servers of one machine may share the folder: each writes a file of its own before it takes the name.
      const written = `${file}.${randomUUID()}`
      const handle = await open(written, 'w', 0o600)
      try {
        await handle.writeFile(text)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(written, file)
      if (address === null) return
      const reply = await call(address, {
        method: 'PUT',
        body: text,
        headers: { 'content-type': 'application/json' },
      })
      if (!reply.ok) throw new Error(`the address of KRAPAO_AUDIT_HEADS answered ${reply.status}`)
    },
  }
}

/** Name and password of an address go where they belong: no request takes them in its address. */
function call(address: string, init: RequestInit): Promise<Response> {
  const url = new URL(address)
  const credentials =
    url.username === '' ? null : `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  url.username = ''
  url.password = ''
  const headers = new Headers(init.headers)
  if (credentials !== null) headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`)
  return fetch(url, { ...init, headers, redirect: 'error', signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) })
}
