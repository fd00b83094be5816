import { createDecipheriv, hkdfSync } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { encryptGiftLink, LINK_SECRET_DEFAULT } from './gift-link.ts'

const link = 'https://gift.example/campaign/?v=Krapao0123456789'

/** The other half, by another implementation. */
function open(sealed: string, secret: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'krapao-truelink-v1', 32))
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString()
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe.each(['with WebCrypto', 'on a page that came by plain http'])('hiding a gift link (api.md) %s', (where) => {
  const stand = () => {
    if (where === 'with WebCrypto') return
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  }

  it('writes iv, ciphertext and tag as base64url, as another implementation does', async () => {
    stand()
    const iv = Uint8Array.from({ length: 12 }, (_, index) => index)
    expect(await encryptGiftLink(link, LINK_SECRET_DEFAULT, iv)).toBe(
      'AAECAwQFBgcICQoLA7mHTG7riZlg3Q1aMrnKrtbdn2b1D-qcWSysvih3-BxVUMCqpK3AecEx0DeiRaI0ZQlVsmAJeRvvgc65W4DWmoQ',
    )
  })

  it('never writes the same twice, nor the link itself', async () => {
    stand()
    const sealed = await Promise.all(Array.from({ length: 20 }, () => encryptGiftLink(link, 'secret')))
    expect(new Set(sealed).size).toBe(20)
    expect(sealed.filter((text) => !/^[\w-]+$/.test(text))).toEqual([])
    expect(sealed.filter((text) => Buffer.from(text, 'base64url').includes('Krapao'))).toEqual([])
  })

  it('can be undone by whoever has the secret', async () => {
    stand()
    await fc.assert(
      fc.asyncProperty(
        fc.string({ maxLength: 300, unit: 'grapheme' }),
        fc.string({ maxLength: 64 }),
        async (text, secret) => {
          expect(open(await encryptGiftLink(text, secret), secret)).toBe(text)
        },
      ),
      { numRuns: 50 },
    )
  })
})
