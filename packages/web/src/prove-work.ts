/** How long the page may be held while the work is done, before it may draw and hear again. */
const SLICE_MS = 12

/**
 * Does the work that a server asks for instead of refusing: finds the number so that the SHA-256 of `challenge.number`
 * begins with `bits` zeros. @returns that text, to be sent along as `x-proof`.
 */
export async function proveWork(challenge: string, bits: number): Promise<string> {
  let nonce = 0
  for (;;) {
    const untilMs = performance.now() + SLICE_MS
    while (performance.now() < untilMs) {
      for (let tries = 0; tries < 256; tries += 1, nonce += 1) {
        const proof = `${challenge}.${nonce}`
        if (Math.clz32(firstWordOf(proof)) >= bits) return proof
      }
    }
    await new Promise((done) => setTimeout(done))
  }
}

const primes = (count: number): number[] => {
  const found: number[] = []
  for (let number = 2; found.length < count; number += 1) if (found.every((prime) => number % prime)) found.push(number)
  return found
}
/** The first 32 bits of a number's fraction. */
const fraction = (number: number): number => Math.floor((number - Math.floor(number)) * 2 ** 32) | 0
const roundConstants = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)))
const startWords = Int32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)))
const schedule = new Int32Array(64)
const right = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** The first 32 bits of the SHA-256 of an ASCII text. Browsers have their own only for pages of secure origins. */
export function firstWordOf(text: string): number {
  const blocks = ((text.length + 8) >> 6) + 1
  const state = startWords.slice()
  for (let block = 0; block < blocks; block += 1) {
    for (let index = 0; index < 16; index += 1) {
      let word = 0
      for (let byte = 0; byte < 4; byte += 1) {
        const at = block * 64 + index * 4 + byte
        word = (word << 8) | (at < text.length ? text.charCodeAt(at) : at === text.length ? 0x80 : 0)
      }
      schedule[index] = block === blocks - 1 && index === 15 ? text.length * 8 : word
    }
    digest(state)
  }
  return (state[0] ?? 0) >>> 0
}

function digest(state: Int32Array): void {
  const w = schedule
  for (let index = 16; index < 64; index += 1) {
    const early = w[index - 15] ?? 0
    const late = w[index - 2] ?? 0
    const mixedEarly = right(early, 7) ^ right(early, 18) ^ (early >>> 3)
    const mixedLate = right(late, 17) ^ right(late, 19) ^ (late >>> 10)
    w[index] = (w[index - 16] ?? 0) + mixedEarly + (w[index - 7] ?? 0) + mixedLate
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let index = 0; index < 64; index += 1) {
    const mixedE = right(e, 6) ^ right(e, 11) ^ right(e, 25)
    const first = (h + mixedE + ((e & f) ^ (~e & g)) + (roundConstants[index] ?? 0) + (w[index] ?? 0)) | 0
    const second = ((right(a, 2) ^ right(a, 13) ^ right(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] ?? 0) + word
}
