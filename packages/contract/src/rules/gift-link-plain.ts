/**
 * AES-256-GCM and HKDF-SHA-256 in plain JavaScript, for pages that came by plain http: browsers have no WebCrypto there.
 * It may take no secret to be one: its time depends on what it hides, and what it hides with stands in the web app.
 */

const WORD = 2 ** 32

/** The fractions of a root of the first primes, 32 bits each, as SHA-256 has them for its constants. */
function fractionsOfPrimes(count: number, root: (prime: number) => number): number[] {
  const primes: number[] = []
  for (let candidate = 2; primes.length < count; candidate += 1) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate)
  }
  return primes.map((prime) => ((root(prime) % 1) * WORD) >>> 0)
}

const rotated = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

function sha256(message: Uint8Array): Uint8Array {
  const rounds = fractionsOfPrimes(64, Math.cbrt)
  const state = fractionsOfPrimes(8, Math.sqrt)
  const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64)
  padded.set(message)
  padded[message.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 4, message.length * 8)
  for (let block = 0; block < padded.length; block += 64) {
    const words = Array.from({ length: 16 }, (_, index) => view.getUint32(block + index * 4))
    for (let index = 16; index < 64; index += 1) {
      const [a = 0, b = 0, c = 0, d = 0] = [words[index - 15], words[index - 2], words[index - 16], words[index - 7]]
      const early = rotated(a, 7) ^ rotated(a, 18) ^ (a >>> 3)
      const late = rotated(b, 17) ^ rotated(b, 19) ^ (b >>> 10)
      words.push((c + early + d + late) >>> 0)
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
    for (const [index, word] of words.entries()) {
      const chosen = (e & f) ^ (~e & g)
      const first = h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + chosen + (rounds[index] ?? 0) + word
      const most = (a & b) ^ (a & c) ^ (b & c)
      const second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + most
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) >>> 0, c, b, a, (first + second) >>> 0]
    }
    for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = ((state[index] ?? 0) + word) >>> 0
  }
  const digest = new DataView(new ArrayBuffer(32))
  for (const [index, word] of state.entries()) digest.setUint32(index * 4, word)
  return new Uint8Array(digest.buffer)
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(64)
  block.set(key.length > 64 ? sha256(key) : key)
  const inner = sha256(
    joined(
      block.map((byte) => byte ^ 0x36),
      message,
    ),
  )
  return sha256(
    joined(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  )
}

/** Twice a polynomial over GF(2), modulo that of AES. */
const doubled = (byte: number): number => (byte << 1) ^ (byte & 0x80 ? 0x11b : 0)

/** The substitution of AES: inverses by the powers of 3, then its affine map. */
function substitution(): Uint8Array {
  const powers: number[] = []
  for (let power = 1; powers.length < 255; power ^= doubled(power)) powers.push(power)
  const table = new Uint8Array(256)
  for (let byte = 0; byte < 256; byte += 1) {
    const inverse = byte === 0 ? 0 : (powers[(255 - powers.indexOf(byte)) % 255] ?? 0)
    const twice = inverse * 0x101
    table[byte] = inverse ^ (twice >> 4) ^ (twice >> 5) ^ (twice >> 6) ^ (twice >> 7) ^ 0x63
  }
  return table
}

/** AES with a key of 32 bytes, one block at a time. */
function aes256(key: Uint8Array): (block: Uint8Array) => Uint8Array {
  const table = substitution()
  const substitute = (byte: number): number => table[byte] ?? 0
  const schedule = [...key]
  for (let round = 1; schedule.length < 240;) {
    let word = schedule.slice(-4)
    if (schedule.length % 32 === 0) {
      word = [...word.slice(1), word[0] ?? 0].map(substitute)
      word[0] = (word[0] ?? 0) ^ round
      round = doubled(round)
    } else if (schedule.length % 32 === 16) word = word.map(substitute)
    const before = schedule.length - 32
    schedule.push(...word.map((byte, index) => byte ^ (schedule[before + index] ?? 0)))
  }
  return (block) => {
    const keyed = (bytes: Uint8Array, round: number) => bytes.map((byte, at) => byte ^ (schedule[round * 16 + at] ?? 0))
    let state = keyed(block, 0)
    for (let round = 1; round <= 14; round += 1) {
      const shifted = state.map((_, at) => substitute(state[(at + (at % 4) * 4) % 16] ?? 0))
      state = keyed(round === 14 ? shifted : mixed(shifted), round)
    }
    return state
  }
}

function mixed(state: Uint8Array): Uint8Array {
  return state.map((byte, at) => {
    const column = at - (at % 4)
    const [next = 0, third = 0, fourth = 0] = [1, 2, 3].map((by) => state[column + ((at + by) % 4)])
    return doubled(byte) ^ doubled(next) ^ next ^ third ^ fourth
  })
}

const asNumber = (block: Uint8Array): bigint => block.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)

/** The product in the field of GCM, whose bits stand in the other direction. */
function multiplied(left: bigint, right: bigint): bigint {
  let product = 0n
  let factor = right
  for (let bit = 127n; bit >= 0n; bit -= 1n) {
    if ((left >> bit) & 1n) product ^= factor
    factor = factor & 1n ? (factor >> 1n) ^ (0xe1n << 120n) : factor >> 1n
  }
  return product
}

/** AES-256-GCM with a key of 32 bytes and an iv of 12, without further data: ciphertext, then the tag of 16 bytes. */
function seal(key: Uint8Array, iv: Uint8Array, text: Uint8Array): Uint8Array {
  const encrypt = aes256(key)
  const counter = (count: number) => encrypt(joined(iv, Uint8Array.of(0, 0, count >> 8, count)))
  const sealed = text.slice()
  const hashKey = asNumber(encrypt(new Uint8Array(16)))
  let hash = 0n
  for (let start = 0; start < text.length; start += 16) {
    const stream = counter(2 + start / 16)
    const block = new Uint8Array(16)
    for (let at = start; at < Math.min(start + 16, text.length); at += 1) {
      sealed[at] = (text[at] ?? 0) ^ (stream[at - start] ?? 0)
      block[at - start] = sealed[at] ?? 0
    }
    hash = multiplied(hash ^ asNumber(block), hashKey)
  }
  hash = multiplied(hash ^ BigInt(text.length * 8), hashKey) ^ asNumber(counter(1))
  const tag = Uint8Array.from({ length: 16 }, (_, at) => Number((hash >> BigInt(120 - at * 8)) & 0xffn))
  return joined(sealed, tag)
}

/** What WebCrypto makes of it where there is one: the ciphertext and tag of a text, under the key derived for `info`. */
export function sealPlainly(given: {
  secret: Uint8Array
  info: Uint8Array
  iv: Uint8Array
  text: Uint8Array
}): Uint8Array {
  const key = hmac(hmac(new Uint8Array(32), given.secret), joined(given.info, Uint8Array.of(1)))
  return seal(key, given.iv, given.text)
}
