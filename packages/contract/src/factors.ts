/** How many passkeys a member may have. */
export const PASSKEYS_MAX = 10
/** How many codes for once are made at a time. */
export const RECOVERY_CODES = 10
export const PASSKEY_NAME_MAX = 40

/** By what a member can show that it is he. */
export const FACTORS = ['passkey', 'authenticator', 'code'] as const
export type Factor = (typeof FACTORS)[number]

/**
 * What is told of how a member logs in: what changed of it, that somebody did from a device that was not known, or knew the
 * password and guessed at codes.
 */
export const SECURITY_NEWS = [
  'new-device',
  'password',
  'bank-account',
  'passkey-added',
  'passkey-removed',
  'passkey-copied',
  'authenticator-added',
  'authenticator-removed',
  'codes-made',
  'removal-asked',
  'removal-stopped',
  'factors-removed',
  'codes-guessed',
] as const
export type SecurityNews = (typeof SECURITY_NEWS)[number]
