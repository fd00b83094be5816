// `npm run bench desk`: what staff read, of 100,000 members with ten million movements and 10,000 decisions that wait. What
// is filled in for minutes is kept in .cache/desk-bench, and the next run finds it.
import { measuresItself } from './measures-itself.ts'

await measuresItself('desk', 'backoffice/desk-bench.fixture.ts')
