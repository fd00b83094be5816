import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstWordOf, proveWork } from './prove-work.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest().readUInt32BE(0)

describe('the proof of work', () => {
  it('hashes as everybody does, whatever the length', () => {
    const ascii = fc.string({ unit: 'binary-ascii', maxLength: 200 })
    fc.assert(fc.property(ascii, (text) => firstWordOf(text) === sha256(text)))
    for (const length of [0, 1, 55, 56, 63, 64, 119, 120]) {
      expect(firstWordOf('a'.repeat(length)), String(length)).toBe(sha256('a'.repeat(length)))
    }
  })

  it('is found, and begins with as many zeros as were asked for', async () => {
    const proof = await proveWork('lz3k.10.random.signature', 10)
    expect(proof).toMatch(/^lz3k\.10\.random\.signature\.\d+$/)
    expect(Math.clz32(sha256(proof))).toBeGreaterThanOrEqual(10)
  })
})
