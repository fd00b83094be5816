// `npm run bench reports`: 92 days of the report over the movements that `npm run bench desk` fills in and keeps, and what
// callers of money lose while somebody reads it.
import { measuresItself } from './measures-itself.ts'

await measuresItself('reports', 'reports/reports-bench.fixture.ts')
