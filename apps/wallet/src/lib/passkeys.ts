import type { PasskeyAssertion, PasskeyAttestation, PasskeyCreation, PasskeyRequest } from '@krapao/contract'

/** Whether this browser can make and ask passkeys. */
export function takesPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}

/** Asks the passkeys of this device; undefined when the reader gave it up. */
export async function askPasskey(options: PasskeyRequest): Promise<PasskeyAssertion | undefined> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const credential = await navigator.credentials.get({ publicKey }).catch(() => null)
  // The browser's own form of it is what the contract names.
  return credential instanceof PublicKeyCredential ? (credential.toJSON() as PasskeyAssertion) : undefined
}

/** Makes a passkey on this device; undefined when the reader gave it up, or it has one. */
export async function makePasskey(options: PasskeyCreation): Promise<PasskeyAttestation | undefined> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const credential = await navigator.credentials.create({ publicKey }).catch(() => null)
  return credential instanceof PublicKeyCredential ? (credential.toJSON() as PasskeyAttestation) : undefined
}
