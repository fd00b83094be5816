/**
 * Calls that change something without a key and come to the same when they are sent twice, each as its contract names its
 * place: what a page may send again by itself when the service was away.
 */
export const SENT_TWICE = [
  'POST /api/chat/history',
  'PUT /api/chat/read-customer/',
  'POST /api/invite',
  'POST /api/refund',
  'POST /api/statement',
  'POST /api/statement/slip',
  'POST /api/account/validate',
  'POST /api/login',
  'POST /api/login/passkey/start',
  'POST /api/account/security/authenticator/start',
  'POST /api/account/security/passkeys/start',
  'POST /api/account/security/step-up/start',
  'PUT /api/account/profile',
  'PUT /api/account/bankAccountName',
  'PUT /api/protection/consents',
  'PUT /api/protection/limits',
  'PUT /api/protection/time',
  'POST /api/protection/use/continue',
  'POST /api/desk/login',
  'POST /api/desk/decisions/:kind/:id/claim',
  'POST /api/desk/rooms/:roomId/claim',
  'POST /api/desk/rooms/:roomId/history',
  'POST /api/desk/rooms/:roomId/read',
  'POST /api/desk/release/replay',
  'POST /api/desk/bonuses/:source/:code/simulate',
] as const

const places = new RegExp(`^(?:${SENT_TWICE.map((place) => place.replaceAll(/:\w+/g, '[^/]+')).join('|')})$`)

/** Whether a page may send a call again by itself that was answered "not now": it only reads, has a key, or may come twice. */
export function mayGoOn(method: string, path: string, idempotencyKey: string | undefined): boolean {
  return method === 'GET' || idempotencyKey !== undefined || places.test(`${method} ${path}`)
}
