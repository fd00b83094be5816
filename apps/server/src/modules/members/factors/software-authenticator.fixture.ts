import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** What may be wrong with what an authenticator answers. */
interface Told {
  challenge?: string
  origin?: string
  rpId?: string
  isUserVerified?: boolean
  /** How often it says to have signed; without it one more than before. */
  counter?: number
  userHandle?: string
}

export type SoftwareAuthenticator = ReturnType<typeof createSoftwareAuthenticator>

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()

/** CBOR (RFC 8949), as much of it as a passkey is made of: integers, texts, bytes and maps. */
function cbor(value: number | string | Buffer | Map<unknown, unknown>): Buffer {
  const head = (major: number, size: number): Buffer => {
    if (size < 24) return Buffer.from([(major << 5) | size])
    if (size < 256) return Buffer.from([(major << 5) | 24, size])
    return Buffer.from([(major << 5) | 25, size >> 8, size & 255])
  }
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([name, one]) => [cbor(name as string), cbor(one as string)])
  return Buffer.concat([head(5, value.size), ...entries])
}

function coseOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  return cbor(
    new Map<unknown, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]),
  )
}

/** A passkey that lives in a test: it makes one key, and signs with it whatever it is asked. */
export function createSoftwareAuthenticator(home = { origin: 'http://localhost:3000', rpId: 'localhost' }) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0
  let handle = ''

  const clientData = (type: string, challenge: string, told: Told) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: told.origin ?? home.origin, crossOrigin: false }))

  function authenticatorData(told: Told, attested: Buffer = Buffer.alloc(0)): Buffer {
    counter = told.counter ?? counter + 1
    const flags = 0x01 | (told.isUserVerified === false ? 0 : 0x04) | (attested.length > 0 ? 0x40 : 0)
    const tail = Buffer.alloc(5)
    tail.writeUInt8(flags)
    tail.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(told.rpId ?? home.rpId), tail, attested])
  }

  const named = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' }
  return {
    id: named.id,
    /** Answers what a browser was told to make a key from. */
    create(options: { challenge: string; user: { id: string } }, told: Told = {}) {
      handle = options.user.id
      const size = Buffer.alloc(2)
      size.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), size, id, coseOf(publicKey)])
      const attestation = cbor(
        new Map<unknown, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authenticatorData(told, attested)],
        ]),
      )
      const client = clientData('webauthn.create', told.challenge ?? options.challenge, told)
      const response = {
        clientDataJSON: client.toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      }
      return { ...named, response }
    },
    /** Answers what a browser was told to ask its keys. */
    get(options: { challenge: string }, told: Told = {}) {
      const client = clientData('webauthn.get', told.challenge ?? options.challenge, told)
      const data = authenticatorData(told)
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
        userHandle: told.userHandle ?? handle,
      }
      return { ...named, response }
    },
  }
}
