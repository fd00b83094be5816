/** All calls by name: `import { calls }` and take `calls.login`. A browser build keeps only what it names. */
export * from './account.ts'
export * from './bonus.ts'
export * from './chat.ts'
export * from './files.ts'
export * from './hooks.ts'
export * from './invite.ts'
export * from './lookups.ts'
export * from './play-time.ts'
export * from './privacy.ts'
export * from './promotion.ts'
export {
  protection,
  protectionAskReturn,
  protectionConfirmLimit,
  protectionConfirmReturn,
  protectionCoolOff,
  protectionExclude,
  protectionLimit,
} from './protection.ts'
export * from './qr.ts'
export * from './refund.ts'
export * from './security.ts'
export * from './slip.ts'
export * from './statement.ts'
export * from './wallet.ts'
