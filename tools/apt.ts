// Debian's packages, for what the tests need beside Node.
import { spawnSync } from 'node:child_process'
import { capture } from './processes.ts'

export const isRoot = process.getuid?.() === 0

/** Installs packages where there is apt-get and the right to use it; elsewhere it does nothing. Says what went wrong. */
export async function installSystemPackages(title: string, packages: readonly string[]): Promise<void> {
  if (!isRoot || spawnSync('apt-get', ['--version']).status !== 0) return
  process.stdout.write(`Installing ${title} …\n`)
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const update = await capture('apt-get', ['update', '-q'], { env: environment })
  const install = await capture('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], {
    env: environment,
  })
  if (install.code !== 0) process.stdout.write(`${update.output}\n${install.output}\n`)
}
