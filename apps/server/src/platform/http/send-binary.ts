import type { FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import type { BinaryAnswer } from './binary-answer.ts'
import { readRange } from './byte-range.ts'
import { MINUTE_MS } from '../durations.ts'

/** What is handed to the connection at a time: the next when the one before is on the line. */
const PIECE_BYTES = 64 * 1024
/** A reader who takes no piece in this time is let go. */
const IDLE_MS = MINUTE_MS

/**
 * Sends a file, or the part of it that was asked for. Browsers may show it or only save it, and take it for nothing else.
 * A reader who takes nothing of it for a minute loses his connection: it would be held in memory for him for ever.
 */
export function sendBinary(reply: FastifyReply, request: FastifyRequest, answer: BinaryAnswer): FastifyReply {
  const { bytes, mediaType, isShown, name } = answer
  reply
    .header('cache-control', 'private, no-store')
    .header('accept-ranges', 'bytes')
    .header('content-disposition', `${isShown ? 'inline' : 'attachment'}; filename="${name}"`)
    .header('x-content-type-options', 'nosniff')
  const part = readRange(request.headers.range, bytes.length)
  if (part === 'beyond') {
    answer.release()
    return reply
      .code(416)
      .header('content-range', `bytes */${bytes.length}`)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ message: 'NO_DATA' }))
  }
  if (part !== null) reply.header('content-range', `bytes ${part.from}-${part.to}/${bytes.length}`)
  const sent = part === null ? bytes : bytes.subarray(part.from, part.to + 1)
  return reply
    .code(part === null ? 200 : 206)
    .type(mediaType)
    .header('content-length', sent.length)
    .send(Readable.from(piecesWhileTaken(reply, request, sent, answer.release)))
}

/** The pieces of an answer; hangs up on a reader who takes none for a minute, and tells when there is no more to do. */
function piecesWhileTaken(
  reply: FastifyReply,
  request: FastifyRequest,
  bytes: Buffer,
  release: () => void,
): Iterable<Buffer> {
  const { socket } = request.raw
  let taken = 0
  let before = 0
  const timer = setInterval(() => {
    if (taken === before) socket.destroy()
    before = taken
  }, IDLE_MS)
  let isOver = false
  function stop(): void {
    if (isOver) return
    isOver = true
    clearInterval(timer)
    socket.off('close', stop)
    release()
  }
  // An answer that waits behind another on its connection is not told when that closes.
  socket.once('close', stop)
  reply.raw.once('finish', stop).once('close', stop)
  if (socket.destroyed) stop()

  function* pieces(): Generator<Buffer> {
    for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
      taken += 1
      yield bytes.subarray(from, from + PIECE_BYTES)
    }
  }
  return pieces()
}
