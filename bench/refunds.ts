// `npm run bench refunds`: the daily job of refunds and invites for 100,000 members on PostgreSQL, at the end of a month
// in which everybody played every day, and what keeping the day totals costs the ledger as it books results.
import { measuresItself } from './measures-itself.ts'

await measuresItself('refunds', 'rewards/refund-bench.fixture.ts')
