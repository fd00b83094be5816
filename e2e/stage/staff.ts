import { createHmac, randomBytes } from 'node:crypto'
import type { Product } from './product.ts'

/** One of the support's staff, as the command line made him. */
export interface StaffAccount {
  username: string
  password: string
  /** In base 32, as it is typed into an authenticator app. */
  totpKey: string
}

/** Makes an account of the support desk by the operator's command. */
export async function addStaff(
  product: Pick<Product, 'operator' | 'deskUrl'>,
  username: string,
  name: string,
  roles = 'support',
): Promise<StaffAccount> {
  const { text, exitCode } = await product.operator('desk', 'add', username, name, '--roles', roles)
  if (exitCode !== 0) throw new Error(text)
  const found = (label: string): string => new RegExp(`^${label} +(\\S+)$`, 'm').exec(text)?.[1] ?? ''
  const account = { username: found('user name'), password: found('password'), totpKey: found('TOTP key') }
  // The code of the half minute before is taken too, and leaves the present one for whoever logs in next.
  const newPassword = `ferry lantern ${randomBytes(6).toString('hex')}`
  const first = () => login(product, account, { totp: totpOf(account, -1), newPassword })
  // Where a half minute ends while the call is on its way its code is too old, and the next one is not.
  await first().catch(first)
  return { ...account, password: newPassword }
}

const STEP_S = 30

/**
 * The code that an authenticator app shows (RFC 6238). The desk takes each once: `stepsLater` gives the one of the next
 * half minute, which is taken too.
 */
export function totpOf({ totpKey }: Pick<StaffAccount, 'totpKey'>, stepsLater = 0): string {
  const bits = [...totpKey].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1000 / STEP_S) + stepsLater))
  const mac = createHmac('sha1', key).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Logs a member of the staff in by the call itself. @returns his token. */
export async function deskToken(
  product: Pick<Product, 'deskUrl'>,
  account: StaffAccount,
  stepsLater = 0,
): Promise<string> {
  return login(product, account, { totp: totpOf(account, stepsLater) })
}

async function login(
  product: Pick<Product, 'deskUrl'>,
  { username, password }: StaffAccount,
  typed: { totp: string; newPassword?: string },
): Promise<string> {
  const response = await fetch(`${product.deskUrl}/api/desk/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password, ...typed }),
  })
  const answer = (await response.json()) as { token?: string }
  if (answer.token === undefined) throw new Error(`the desk refused ${username}: ${JSON.stringify(answer)}`)
  return answer.token
}
