import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { refuse } from '../errors.ts'

/** How much work a password is: for whoever logs in, and for whoever guesses at what was kept. */
export interface PasswordCost {
  memoryKib: number
  passes: number
}

/** argon2id as OWASP sets it for servers: 19 MiB, two passes, one lane. */
const PASSWORD_COST: PasswordCost = { memoryKib: 19_456, passes: 2 }
const LANES = 1
const TAG_BYTES = 32
const SALT_BYTES = 16

/** What passwords are made by. */
export interface PasswordTerms {
  queue: PasswordQueue
  cost: PasswordCost
}

export interface PasswordQueue {
  /** How many are computed at once; they share the four threads that files and names are read on. */
  inFlightMax: number
  /** How many may wait: a few seconds of work. */
  waitingMax: number
}

/** Members leave a thread to the staff, whose few logins wait for none of theirs. */
export const MEMBERS_QUEUE: PasswordQueue = { inFlightMax: 3, waitingMax: 200 }
export const STAFF_QUEUE: PasswordQueue = { inFlightMax: 1, waitingMax: 40 }

export type Passwords = ReturnType<typeof createPasswords>

/** At most so many at once and so many waiting; more are refused with REQUEST_LIMIT instead of making all wait. */
function createGate({ inFlightMax, waitingMax }: PasswordQueue) {
  let inFlight = 0
  const waiting: (() => void)[] = []
  return async function pass<Result>(work: () => Promise<Result>): Promise<Result> {
    if (inFlight >= inFlightMax) {
      if (waiting.length >= waitingMax) refuse('REQUEST_LIMIT', { retryAfterS: 5 })
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else inFlight += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) inFlight -= 1
      else next()
    }
  }
}

function derive(password: string, salt: Buffer, cost: PasswordCost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const terms = {
      // Keyboards write the same Thai vowel in two ways.
      message: password.normalize('NFKC'),
      nonce: salt,
      parallelism: LANES,
      tagLength: TAG_BYTES,
      memory: cost.memoryKib,
      passes: cost.passes,
    }
    argon2('argon2id', terms, (error, tag) => (error ? reject(error) : resolve(tag)))
  })
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

function readKept(kept: string, cost: PasswordCost): { salt: Buffer; tag: Buffer } {
  const [, memory, passes, lanes, salt, tag] = FORM.exec(kept) ?? []
  if (Number(memory) !== cost.memoryKib || Number(passes) !== cost.passes || Number(lanes) !== LANES) {
    throw new Error('a kept password is in a form that is not known')
  }
  return { salt: Buffer.from(salt ?? '', 'base64'), tag: Buffer.from(tag ?? '', 'base64') }
}

/** Password hashing by argon2id, bounded so that a rush of logins does not take the machine. All that it reads has its cost. */
export function createPasswords(queue: PasswordQueue = MEMBERS_QUEUE, cost: PasswordCost = PASSWORD_COST) {
  const pass = createGate(queue)
  const nobody = { salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) }
  return {
    /** The password in the form it is kept in: PHC text with its own salt. Refuses with REQUEST_LIMIT when too many wait. */
    hash: (password: string): Promise<string> =>
      pass(async () => {
        const salt = randomBytes(SALT_BYTES)
        const tag = await derive(password, salt, cost)
        return `$argon2id$v=19$m=${cost.memoryKib},t=${cost.passes},p=${LANES}$${unpadded(salt)}$${unpadded(tag)}`
      }),
    /**
     * Whether the password is the one that was kept. Without one (null: nobody has this phone) the work is the same and
     * the answer is no. Refuses with REQUEST_LIMIT when too many wait.
     */
    verify: (password: string, kept: string | null): Promise<boolean> =>
      pass(async () => {
        const { salt, tag } = kept === null ? nobody : readKept(kept, cost)
        const found = await derive(password, salt, cost)
        return timingSafeEqual(found, tag) && kept !== null
      }),
  }
}
