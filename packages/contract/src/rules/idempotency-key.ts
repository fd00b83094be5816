/** Whether an `idempotency-key` is a UUID of any version; another one is a wrong shape, 400 (rulings 5.3). */
export function isIdempotencyKey(key: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(key)
}

/** What a member tells support of a call, and the log knows it by: short enough to be read out, and no key by itself. */
export function referenceOf(key: string): string {
  return key.slice(0, 8).toUpperCase()
}
