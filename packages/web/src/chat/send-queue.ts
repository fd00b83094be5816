import { CallError } from '../call-error.ts'

/** Pauses between tries of a message whose answer did not come; the last one holds for all that follow. */
const PAUSES_MS = [1_000, 2_000, 5_000]

/** Answers of what stands before the server while that is away: nobody knows what became of the message. */
const AWAY_STATUSES = [502, 503, 504]

/** A message to be stored, by the id that stores it once. */
export interface Wish<Sent> {
  readonly clientId: string
  readonly content: Sent
}

export interface QueueTerms<Sent, Message> {
  send(content: Sent, clientId: string): Promise<Message>
  onStored(wish: Wish<Sent>, message: Message): void
  /** The server has said no: it is not asked again by itself. */
  onRefused(wish: Wish<Sent>, error: unknown): void
}

/** Sends messages one after the other, so that they are stored in the order in which they were written. */
export interface SendQueue<Sent> {
  add(wish: Wish<Sent>): void
  /** The network may be back: what waits for its next try is tried now. */
  hurry(): void
  stop(): void
}

/** Whether nobody knows if a message was stored: it is asked again with the same id, and never given up. */
function isUnknown(error: unknown): boolean {
  if (!(error instanceof CallError) || error.isHandled) return false
  return error.kind !== 'refused' || AWAY_STATUSES.includes(error.status) || error.code === 'REQUEST_IN_PROGRESS'
}

/** Makes a queue that begins to send with its first message. */
export function createSendQueue<Sent, Message>(terms: QueueTerms<Sent, Message>): SendQueue<Sent> {
  const waiting: Wish<Sent>[] = []
  let isSending = false
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let goOn: (() => void) | undefined

  function pause(tries: number): Promise<void> {
    return new Promise((done) => {
      const pauseMs = PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)]
      goOn = () => {
        clearTimeout(timer)
        goOn = undefined
        done()
      }
      timer = setTimeout(goOn, pauseMs)
    })
  }

  async function settle(wish: Wish<Sent>): Promise<void> {
    for (let tries = 0; !isOver; tries += 1) {
      try {
        const message = await terms.send(wish.content, wish.clientId)
        if (!isOver) terms.onStored(wish, message)
        return
      } catch (error) {
        if (isOver) return
        if (!isUnknown(error)) {
          terms.onRefused(wish, error)
          return
        }
      }
      await pause(tries)
    }
  }

  async function run(): Promise<void> {
    if (isSending) return
    isSending = true
    for (let wish = waiting[0]; wish !== undefined && !isOver; wish = waiting[0]) {
      await settle(wish)
      waiting.shift()
    }
    isSending = false
  }

  return {
    add(wish) {
      waiting.push(wish)
      void run()
    },
    hurry: () => goOn?.(),
    stop() {
      isOver = true
      clearTimeout(timer)
    },
  }
}
