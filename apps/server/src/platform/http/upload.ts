import multipart, { type MultipartFile } from '@fastify/multipart'
import type { Call, UploadTerms } from '@krapao/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { AppError } from '../errors.ts'
import { mediaTypeOf } from '../files/media-type.ts'

/** A file as it came, its kind told by its bytes. Its name is its sender's and is not kept. */
export interface Upload {
  bytes: Buffer
  /** One of the types that the call takes. */
  type: string
  /** SHA-256 of the bytes, hexadecimal: two tries under one key must bring the same file. */
  hash: string
  /** The text fields beside the file. */
  fields: Readonly<Record<string, string>>
}

/** Files that are read into memory at the same time, in one process and for one caller. */
const AT_ONCE_MAX = 24
const PER_CALLER_MAX = 4
/** Uploads whose bytes are left on the line until it is their turn. */
const WAITING_MAX = 200
const WAITING_PER_CALLER_MAX = 30
/** A form that brings less than this in this time gives its turn up, if somebody waits for it. */
const SLOW_BYTES = 64 * 1024
const SLOW_MS = 15_000
/** What the form is made of beside the file. */
const FORM_BYTES_MAX = 64 * 1024
const PARTS = { fields: 10, files: 4, parts: 14, fieldSize: 4096, fieldNameSize: 100, headerPairs: 50 }

/** Lets a part of the server read forms; everything else goes on to refuse them. */
export async function takeForms(server: FastifyInstance): Promise<void> {
  await server.register(multipart)
}

export interface Uploads {
  /**
   * Reads the form of an upload; null when it holds no file. Refuses with FILE_TOO_LARGE, the call's own code for a file
   * of another kind, a shape error for a broken form, and REQUEST_LIMIT while too many files are on their way; one that
   * hardly moves while another waits is ended with it, and its connection closed by the answer.
   */
  read(
    call: Call & { upload: UploadTerms },
    request: FastifyRequest,
    reply: FastifyReply,
    caller: string,
  ): Promise<Upload | null>
}

/** Makes the reader of uploads of one process, which bounds how many files are in memory; the others wait unread. */
export function createUploads(): Uploads {
  const turns = createTurns()
  return {
    async read(call, request, reply, caller) {
      const { maxBytes, types, wrongTypeCode } = call.upload
      if (!request.isMultipart()) return null
      if (Number(request.headers['content-length'] ?? 0) > maxBytes + FORM_BYTES_MAX) throw tooLarge(maxBytes)
      const leave = await turns.take(caller)
      try {
        // Whoever left while he waited would never end his form.
        if (request.raw.destroyed && !request.raw.readableEnded) throw new AppError(call.shapeCode, { status: 400 })
        const reading = readForm(request, maxBytes)
        const { bytes, fields } = await whileItMoves(reading, request.raw.socket, () => turns.isWanted(caller))
        if (bytes === null) return null
        const type = mediaTypeOf(bytes)
        if (type === null || !types.includes(type)) throw new AppError(wrongTypeCode)
        return { bytes, type, hash: createHash('sha256').update(bytes).digest('hex'), fields }
      } catch (error) {
        // Its rest is not waited for, and what came of it is let go with the connection.
        if (error instanceof TooSlowError) reply.header('connection', 'close')
        throw asRefusal(error, call)
      } finally {
        leave()
      }
    },
  }
}

class TooSlowError extends AppError {
  constructor() {
    super('REQUEST_LIMIT', { retryAfterS: SLOW_MS / 1000 })
  }
}

/** What `reading` brings, unless the connection brings next to nothing while its turn is wanted: then a TooSlowError. */
function whileItMoves<Value>(reading: Promise<Value>, socket: Socket, isWanted: () => boolean): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  let before = socket.bytesRead
  const tooSlow = new Promise<never>((_resolve, reject) => {
    timer = setInterval(() => {
      const isSlow = socket.bytesRead - before < SLOW_BYTES
      before = socket.bytesRead
      if (isSlow && isWanted()) reject(new TooSlowError())
    }, SLOW_MS)
  })
  return Promise.race([reading, tooSlow]).finally(() => clearInterval(timer))
}

interface Turns {
  /** Waits for a turn; the answer gives it back. Refuses with REQUEST_LIMIT while too many wait. */
  take(caller: string): Promise<() => void>
  /** Whether somebody waits who would be next if this caller gave a turn back. */
  isWanted(caller: string): boolean
}

function createTurns(): Turns {
  const active = new Map<string, number>()
  const waiting: { caller: string; admit: () => void }[] = []
  let total = 0

  function admitNext(): void {
    const next = waiting.findIndex((other) => mayHaveOneMore(other.caller))
    if (next < 0 || total >= AT_ONCE_MAX) return
    const [{ caller, admit } = { caller: '', admit: () => {} }] = waiting.splice(next, 1)
    total += 1
    active.set(caller, (active.get(caller) ?? 0) + 1)
    admit()
    admitNext()
  }

  function mayHaveOneMore(caller: string): boolean {
    return (active.get(caller) ?? 0) < PER_CALLER_MAX
  }

  function leave(caller: string): void {
    total -= 1
    const left = (active.get(caller) ?? 1) - 1
    if (left === 0) active.delete(caller)
    else active.set(caller, left)
    admitNext()
  }

  return {
    take(caller) {
      const own = waiting.filter((other) => other.caller === caller).length
      if (own >= WAITING_PER_CALLER_MAX || waiting.length >= WAITING_MAX) {
        throw new AppError('REQUEST_LIMIT', { retryAfterS: 5 })
      }
      return new Promise((resolve) => {
        waiting.push({ caller, admit: () => resolve(() => leave(caller)) })
        admitNext()
      })
    },
    isWanted: (caller) => waiting.some((other) => other.caller === caller || mayHaveOneMore(other.caller)),
  }
}

/** Of several files only the first in field `file` counts; an empty one is none. */
async function readForm(
  request: FastifyRequest,
  maxBytes: number,
): Promise<{ bytes: Buffer | null; fields: Record<string, string> }> {
  const fields: Record<string, string> = {}
  let bytes: Buffer | null = null
  for await (const part of request.parts({ limits: { ...PARTS, fileSize: maxBytes } })) {
    if (part.type === 'field') {
      if (typeof part.value === 'string') fields[part.fieldname] = part.value
    } else {
      const content = await contentOf(part, maxBytes)
      if (part.fieldname === 'file' && bytes === null && content.length > 0) bytes = content
    }
  }
  return { bytes, fields }
}

async function contentOf(part: MultipartFile, maxBytes: number): Promise<Buffer> {
  const content = await part.toBuffer()
  if (part.file.truncated) throw tooLarge(maxBytes)
  return content
}

function tooLarge(maxBytes: number, cause?: unknown): AppError {
  return new AppError('FILE_TOO_LARGE', { details: { max: maxBytes }, cause })
}

/** The form's own errors in our words: too large a part, or a form that cannot be understood. */
function asRefusal(error: unknown, call: Call & { upload: UploadTerms }): unknown {
  if (error instanceof AppError) return error
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (status === 413) return tooLarge(call.upload.maxBytes, error)
  return new AppError(call.shapeCode, { status: 400, cause: error })
}
