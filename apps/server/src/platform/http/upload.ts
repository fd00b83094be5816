import multipart, { type MultipartFile } from '@fastify/multipart'
import type { Call, UploadTerms } from '@krapao/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { finished } from 'node:stream/promises'
import { AppError } from '../errors.ts'
import { mediaTypeOf } from '../files/media-type.ts'
import { createUploadRoom, type Place, type UploadMeans } from './upload-room.ts'
import { MINUTE_MS } from '../durations.ts'

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

/** How often it is looked at what a form has brought, while somebody waits for its room. */
const LOOKED_AT_MS = 5_000
/** Within which time it brings all of itself then, and what it brings at least each time that it is looked at. */
const WHOLE_WITHIN_MS = MINUTE_MS
const LEAST_BYTES = 8 * 1024
/** What the form is made of beside the file. */
const FORM_BYTES_MAX = 64 * 1024
const PARTS = { fields: 10, files: 4, parts: 14, fieldSize: 4096, fieldNameSize: 100, headerPairs: 50 }

/** Lets a part of the server read forms; everything else goes on to refuse them. */
export async function takeForms(server: FastifyInstance): Promise<void> {
  await server.register(multipart)
}

/** Whose form it is, as callers are counted. */
export interface Sender {
  id: string
  isGuest: boolean
}

/** What a form brought; null when it holds no file. Its room is given back once nothing of it is needed any more. */
export interface ReadUpload {
  upload: Upload | null
  release(): void
}

export type Uploads = ReturnType<typeof createUploads>

type UploadCall = Call & { upload: UploadTerms }

const NOTHING: ReadUpload = { upload: null, release: () => {} }

/** Makes the reader of uploads of one listener, which bounds what is in memory; the others wait unread. */
export function createUploads(means: UploadMeans) {
  const room = createUploadRoom(means)
  return {
    /** What can be refused before a byte of the form is read: FILE_TOO_LARGE of what says so itself. */
    precheck({ upload: { maxBytes } }: UploadCall, request: FastifyRequest): void {
      if (request.isMultipart() && (lengthOf(request) ?? 0) > maxBytes + FORM_BYTES_MAX) throw tooLarge(maxBytes)
    },
    /**
     * Reads the form of an upload. Refuses with FILE_TOO_LARGE, the call's own code for a file of another kind, a shape
     * error for a broken form, and REQUEST_LIMIT while too many wait; what is slow while another waits, or one of several
     * of a caller while another has none, is ended with it, and its connection closed by the answer.
     */
    async read(
      call: UploadCall,
      request: FastifyRequest,
      reply: FastifyReply,
      { id, isGuest }: Sender,
    ): Promise<ReadUpload> {
      const { maxBytes, types, wrongTypeCode } = call.upload
      if (!request.isMultipart()) return NOTHING
      const bytesMax = lengthOf(request) ?? maxBytes + FORM_BYTES_MAX
      const place = room.enter({ caller: id, isGuest, bytes: bytesMax })
      let isKept = false
      try {
        await untilAdmitted(place, request)
        const reading = readForm(request, maxBytes)
        const { bytes, fields } = await whileItMoves(reading, request.raw.socket, place, bytesMax)
        if (bytes === null) return NOTHING
        // Text has no mark of its own; what has a zero in it is none.
        const isText = types.includes('text/csv') && !bytes.includes(0)
        const type = mediaTypeOf(bytes) ?? (isText ? 'text/csv' : null)
        if (type === null || !types.includes(type)) throw new AppError(wrongTypeCode)
        const hash = createHash('sha256').update(bytes).digest('hex')
        isKept = true
        return { upload: { bytes, type, hash, fields }, release: () => place.leave() }
      } catch (error) {
        // Its rest is not waited for, and what came of it is let go with the connection.
        if (error instanceof EndedError) reply.header('connection', 'close')
        throw asRefusal(error, call)
      } finally {
        if (!isKept) place.leave()
      }
    },
  }
}

function lengthOf({ headers }: FastifyRequest): number | undefined {
  const length = headers['content-length']
  return length === undefined ? undefined : Number(length)
}

/** Whoever leaves while he waits makes room in the line. */
async function untilAdmitted(place: Place, { raw }: FastifyRequest): Promise<void> {
  const leave = (): void => place.leave()
  raw.once('close', leave)
  try {
    await place.admitted
  } finally {
    raw.off('close', leave)
  }
}

class EndedError extends AppError {
  constructor() {
    super('REQUEST_LIMIT', { retryAfterS: 15 })
  }
}

/** What `reading` brings, unless it is too slow for its size, or one too many, while its room is wanted: then an EndedError. */
function whileItMoves<Value>(reading: Promise<Value>, socket: Socket, place: Place, bytes: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  let before = socket.bytesRead
  const least = Math.max(LEAST_BYTES, (bytes * LOOKED_AT_MS) / WHOLE_WITHIN_MS)
  const ended = new Promise<never>((_resolve, reject) => {
    timer = setInterval(() => {
      const isSlow = socket.bytesRead - before < least
      before = socket.bytesRead
      if ((isSlow && place.isWanted()) || place.isOneTooMany()) reject(new EndedError())
    }, LOOKED_AT_MS)
  })
  return Promise.race([reading, ended]).finally(() => clearInterval(timer))
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
      if (part.fieldname !== 'file' || bytes !== null) {
        await passOver(part, maxBytes)
        continue
      }
      const content = await contentOf(part, maxBytes)
      if (content.length > 0) bytes = content
    }
  }
  return { bytes, fields }
}

async function contentOf(part: MultipartFile, maxBytes: number): Promise<Buffer> {
  const content = await part.toBuffer()
  if (part.file.truncated) throw tooLarge(maxBytes)
  return content
}

/** Reads what nobody asked for and keeps none of it. */
async function passOver(part: MultipartFile, maxBytes: number): Promise<void> {
  part.file.resume()
  await finished(part.file)
  if (part.file.truncated) throw tooLarge(maxBytes)
}

function tooLarge(maxBytes: number, cause?: unknown): AppError {
  return new AppError('FILE_TOO_LARGE', { details: { max: maxBytes }, cause })
}

/** The form's own errors in our words: too large a part, or a form that cannot be understood. */
function asRefusal(error: unknown, call: UploadCall): unknown {
  if (error instanceof AppError) return error
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (status === 413) return tooLarge(call.upload.maxBytes, error)
  return new AppError(call.shapeCode, { status: 400, cause: error })
}
