import { createCipheriv } from 'node:crypto'
import { expect, it } from 'vitest'
import { createSealer } from './sealer.ts'

const [old, fresh] = ['ab'.repeat(32), 'cd'.repeat(32)]

/** As it was done before keys had names. */
function sealNameless(keyHex: string, text: string): string {
  const nonce = Buffer.alloc(12, 7)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(keyHex, 'hex'), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url')
}

it('seals by the newest key and opens what any key that is kept has sealed', () => {
  const before = createSealer([old])
  const during = createSealer([fresh, old])
  const after = createSealer([fresh])
  const sealed = before.seal('hush')
  expect(during.open(sealed)).toBe('hush')
  expect(() => after.open(sealed)).toThrow(/none of KRAPAO_SECRET/)
  // A process that has not been told yet which key is in force opens it already, where it knows both.
  expect(createSealer([old, fresh]).open(during.seal('hush'))).toBe('hush')
  const resealed = during.reseal(sealed)
  expect(after.open(resealed ?? '')).toBe('hush')
  expect(during.reseal(resealed ?? '')).toBeNull()
})

it('opens and seals anew what was sealed before keys had names', () => {
  const sealed = sealNameless(old, 'hush')
  expect(createSealer([old]).open(sealed)).toBe('hush')
  expect(createSealer([fresh, old]).open(sealed)).toBe('hush')
  expect(createSealer([fresh]).open(createSealer([fresh, old]).reseal(sealed) ?? '')).toBe('hush')
  expect(() => createSealer([fresh]).open(sealed)).toThrow()
})

it('opens nothing that was touched', () => {
  const sealer = createSealer([fresh])
  const sealed = sealer.seal('hush')
  const at = sealed.length - 5
  const touched = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
  expect(() => sealer.open(touched)).toThrow()
  expect(() => sealer.open('')).toThrow()
  // A tag that is cut off is a guess that is easier to make.
  expect(() => sealer.open(sealed.slice(0, -12))).toThrow()
})
