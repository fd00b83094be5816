/** Whether an `idempotency-key` is a UUID of any version; another one is a wrong shape, 400 (rulings 5.3). */
export function isIdempotencyKey(key: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(key)
}
