import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import {
  PASSKEYS_MAX,
  type PasskeyAssertion,
  type PasskeyAttestation,
  type PasskeyCreation,
  type PasskeyRequest,
} from '@krapao/contract'
import type { Sql } from '../../../platform/database/types.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Identity } from '../../../platform/http/index.ts'
import { newId } from '../../../platform/ids.ts'
import { spendProof } from '../../../platform/login/proof-store.ts'
import { lockMemberRow } from '../member/member.store.ts'
import type { MembersParts } from '../members.parts.ts'
import { findPasskey, insertPasskey, notePasskeyUse, type PasskeyRow, readPasskeys } from './factors.store.ts'
import { noteFactorChange, requireOwner } from './factors.ts'

// Passkeys (Web Authentication, level 3): always with the user verified, for the address of the app alone. A challenge
// carries its own purpose, end and signature, and is taken once: nobody fills a table by asking.

/** As long as a browser keeps asking. */
const CHALLENGE_MS = 5 * MINUTE_MS
const RANDOM_BYTES = 16
const TERMS_BYTES = RANDOM_BYTES + 6
/** ES256, Ed25519 and RS256, which is what there is. */
const ALGORITHMS = [-7, -8, -257] as const

/** What a challenge is asked for, and by which session. */
type Purpose = 'login' | `add ${string}` | `step-up ${string}`

/** Where passkeys belong to; null where browsers make none: without https, but for this machine, or under a bare number. */
export function passkeyHome(webOrigin: string): { rpId: string; origin: string } | null {
  const { hostname, origin, protocol } = new URL(webOrigin)
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  const isNumber = /^[\d.]+$|^\[/.test(hostname)
  return isSecure && !isNumber ? { rpId: hostname, origin } : null
}

const homeOf = ({ webOrigin }: MembersParts) => passkeyHome(webOrigin) ?? refuse('NOT_FOUND')

function signatureOf(parts: MembersParts, purpose: Purpose, terms: Buffer): Buffer {
  const key = Buffer.from(parts.otpKeyHex, 'hex')
  return createHmac('sha256', key).update(`passkey:${purpose}:`).update(terms).digest().subarray(0, 16)
}

function newChallenge(parts: MembersParts, purpose: Purpose): string {
  const terms = Buffer.alloc(TERMS_BYTES)
  randomBytes(RANDOM_BYTES).copy(terms)
  terms.writeUIntBE(parts.clock.now().getTime() + CHALLENGE_MS, RANDOM_BYTES, 6)
  return Buffer.concat([terms, signatureOf(parts, purpose, terms)]).toString('base64url')
}

/** When a challenge of ours ends; null of one that is none, or was made for something else, or is over. */
function endOfChallenge(parts: MembersParts, purpose: Purpose, challenge: string): Date | null {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== TERMS_BYTES + 16) return null
  const terms = bytes.subarray(0, TERMS_BYTES)
  if (!timingSafeEqual(signatureOf(parts, purpose, terms), bytes.subarray(TERMS_BYTES))) return null
  const end = new Date(terms.readUIntBE(RANDOM_BYTES, 6))
  return parts.clock.now() < end ? end : null
}

/** The challenge that a browser says to have been given, unread until the signature over it was looked at. */
function challengeOf(clientDataJSON: string): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    const challenge = typeof data === 'object' && data !== null && 'challenge' in data ? data.challenge : null
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}

const spend = (parts: MembersParts, tx: Sql, challenge: string, end: Date) =>
  spendProof(tx, `passkey ${challenge.slice(0, 32)}`, end, parts.clock.now())

const credentialsOf = (passkeys: readonly PasskeyRow[]) =>
  passkeys.map(({ credentialId, transports }) => ({
    id: credentialId,
    type: 'public-key' as const,
    transports: transports === '' ? [] : transports.split(','),
  }))

/** The library is big, and most processes never see a passkey. */
const library = () => import('@simplewebauthn/server')

/** What a browser asks its passkeys: of nobody in particular for a login, else of those that a member has. */
export async function passkeyRequest(
  parts: MembersParts,
  purpose: Exclude<Purpose, `add ${string}`>,
  memberId: string | null,
): Promise<PasskeyRequest> {
  const { rpId } = homeOf(parts)
  const passkeys = memberId === null ? [] : await readPasskeys(parts.database, memberId)
  return {
    challenge: newChallenge(parts, purpose),
    timeout: CHALLENGE_MS,
    rpId,
    userVerification: 'required',
    allowCredentials: credentialsOf(passkeys),
  }
}

/** A passkey that signed what it was asked, and what it takes to count it. */
export interface SignedPasskey {
  passkey: PasskeyRow
  /** Uses the challenge up; false when it was used, `copied` when the key had counted as far before. */
  take(tx: Sql): Promise<boolean | 'copied'>
}

/** Looks at what a passkey signed; null when it is nobody's, or not what it should be. */
export async function readAssertion(
  parts: MembersParts,
  purpose: Exclude<Purpose, `add ${string}`>,
  response: PasskeyAssertion,
): Promise<SignedPasskey | null> {
  const { rpId, origin } = homeOf(parts)
  const challenge = challengeOf(response.response.clientDataJSON)
  const end = endOfChallenge(parts, purpose, challenge)
  const passkey = await findPasskey(parts.database, response.id)
  if (end === null || passkey === null) return null
  const { verifyAuthenticationResponse } = await library()
  const { userHandle, ...signed } = response.response
  const verified = await verifyAuthenticationResponse({
    response: {
      id: response.id,
      rawId: response.rawId,
      type: 'public-key',
      clientExtensionResults: {},
      response: { ...signed, ...(userHandle ? { userHandle } : {}) },
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    // How often it signed is held against the row below, where nobody else changes it.
    credential: { id: passkey.credentialId, publicKey: Buffer.from(passkey.publicKey, 'base64url'), counter: 0 },
  }).catch(() => null)
  if (verified === null || !verified.verified) return null
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== passkey.memberId) return null
  return {
    passkey,
    async take(tx) {
      if (!(await spend(parts, tx, challenge, end))) return false
      const { newCounter } = verified.authenticationInfo
      return (await notePasskeyUse(tx, passkey.id, newCounter, parts.clock.now())) || 'copied'
    },
  }
}

/** What a browser makes a passkey from. Refuses with STEP_UP, PASSWORD_NEEDED, or PASSKEY_LIMIT (409) of ten. */
export async function beginPasskey(parts: MembersParts, member: Identity, name: string): Promise<PasskeyCreation> {
  const { rpId } = homeOf(parts)
  await requireOwner(parts, member)
  const passkeys = await readPasskeys(parts.database, member.memberId)
  if (passkeys.length >= PASSKEYS_MAX) refuse('PASSKEY_LIMIT')
  const userId = Buffer.from(member.memberId).toString('base64url')
  return {
    challenge: newChallenge(parts, `add ${member.sessionId}`),
    timeout: CHALLENGE_MS,
    rp: { id: rpId, name: 'Krapao' },
    user: { id: userId, name: member.username, displayName: name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
    excludeCredentials: credentialsOf(passkeys),
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  }
}

async function readAttestation(parts: MembersParts, challenge: string, response: PasskeyAttestation) {
  const { rpId, origin } = homeOf(parts)
  const { verifyRegistrationResponse } = await library()
  const { clientDataJSON, attestationObject } = response.response
  const verified = await verifyRegistrationResponse({
    response: {
      id: response.id,
      rawId: response.rawId,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject },
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: [...ALGORITHMS],
  }).catch(() => null)
  return verified?.verified === true ? verified.registrationInfo.credential : null
}

/** Keeps a passkey that was made. Refuses as `beginPasskey`, and with OTP_CODE_INVALID what is not what it should be. */
export async function addPasskey(
  parts: MembersParts,
  member: Identity,
  { passkey: response, name, address }: { passkey: PasskeyAttestation; name: string; address: string },
): Promise<PasskeyRow> {
  await requireOwner(parts, member)
  const wrong = { details: { fields: ['passkey'] } }
  const challenge = challengeOf(response.response.clientDataJSON)
  const end = endOfChallenge(parts, `add ${member.sessionId}`, challenge)
  const credential = end === null ? null : await readAttestation(parts, challenge, response)
  if (end === null || credential === null) return refuse('OTP_CODE_INVALID', wrong)
  const { memberId } = member
  const now = parts.clock.now()
  const row: PasskeyRow = {
    id: newId(now),
    memberId,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: (response.response.transports ?? []).filter((word) => /^[a-z-]{1,32}$/.test(word)).join(','),
    name: name.trim(),
    createdAt: now,
    lastUsedAt: null,
  }
  await parts.database.transaction(async (tx) => {
    await lockMemberRow(tx, memberId)
    if (!(await spend(parts, tx, challenge, end))) refuse('OTP_CODE_INVALID', wrong)
    if ((await readPasskeys(tx, memberId)).length >= PASSKEYS_MAX) refuse('PASSKEY_LIMIT')
    if (!(await insertPasskey(tx, row))) refuse('OTP_CODE_INVALID', wrong)
    await noteFactorChange(parts, tx, { memberId, what: 'passkey-added', address, name: row.name })
  })
  parts.onSecurityNews(memberId, 'passkey-added')
  return row
}

/** A passkey that has counted further than this one says is its copy, or the copy's original: its owner is told. */
export async function noteCopy(parts: MembersParts, memberId: string): Promise<void> {
  await parts.database.transaction((tx) =>
    noteFactorChange(parts, tx, { memberId, what: 'passkey-copied', address: null }),
  )
  parts.onSecurityNews(memberId, 'passkey-copied')
}
