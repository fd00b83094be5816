export { BinaryAnswer } from './binary-answer.ts'
export type {
  AgentAuthentication,
  AgentIdentity,
  Context,
  GuestLimit,
  Identity,
  Language,
  Route,
  RouteTerms,
  UnprovenLimit,
} from './route.ts'
export { done, route } from './route.ts'
export type { Gauge } from './metrics.ts'
export type { Http, HttpTerms } from './server.ts'
export { createHttp } from './server.ts'
export { platformMigrations } from './idempotency-store.ts'
export { platformLedgerTables } from './operation-key.ts'
