// `npm run cluster`: three server processes behind nginx, with a PostgreSQL and a Redis of their own, which this script finds or
// installs, and players who use them while one is killed (e2e/cluster/cluster.ts). `-- --ha`: a cluster of databases that fail
// (e2e/cluster/ha.ts), for some ten minutes; `-- --ha --short`: two failures.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { installSystemPackages } from './apt.ts'
import { buildWhenChanged } from './build.ts'
import { runOnFailingCluster } from './failing-cluster.ts'
import { startPostgres } from './postgres.ts'
import { root, run } from './processes.ts'
import { startRedis } from './redis.ts'

await buildWhenChanged(process.env)
if (process.argv.includes('--ha')) process.exit(await runOnFailingCluster(process.argv.slice(2)))

const nginxVersion = (): string => spawnSync('nginx', ['-v']).stderr?.toString().trim() ?? ''

if (nginxVersion() === '') await installSystemPackages('nginx', ['nginx-light'])
if (nginxVersion() === '') {
  process.stdout.write('No nginx is installed and none could be installed (as root, apt-get does it).\n')
  process.exit(1)
}
const postgres = await startPostgres()
const redis = await startRedis()
try {
  process.stdout.write(`With ${postgres.version}, ${redis.version} and ${nginxVersion()}.\n`)
  process.exitCode = await run(process.execPath, [join(root, 'e2e/cluster/cluster.ts')], {
    env: {
      ...process.env,
      TEST_DATABASE_URL: postgres.url,
      TEST_REDIS_URL: redis.url,
      POSTGRES_BINARIES: postgres.binaries,
    },
  })
} finally {
  await redis.stop()
  await postgres.stop()
}
