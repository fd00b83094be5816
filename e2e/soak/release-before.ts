import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** A release of the product as it was, beside this one. */
export interface Release {
  readonly folder: string
  remove(): void
}

/**
 * Takes a commit out of the repository into a folder of its own, with this one's dependencies and those that it had besides; null
 * where the history lacks it.
 */
export function takeRelease(commit: string): Release | null {
  const folder = mkdtempSync(join(tmpdir(), 'krapao-release-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    const archive = join(folder, 'release.tar')
    execFileSync('git', ['archive', '--output', archive, commit], { cwd: root, stdio: 'pipe' })
    execFileSync('tar', ['--extract', '--file', archive, '--directory', folder])
  } catch {
    remove()
    return null
  }
  const modules = join(folder, 'node_modules')
  const own = packagesIn(join(root, 'node_modules')).filter((name) => !name.startsWith('@krapao/'))
  linkPackages(join(root, 'node_modules'), modules, own)
  // The packages of the product itself are of its own release.
  for (const place of ['apps', 'packages']) linkPackages(join(folder, place), join(modules, '@krapao'))
  installMissing(folder)
  return { folder, remove }
}

/** The names of packages in a folder of such, those of a scope with it. */
function packagesIn(folder: string): string[] {
  const names = readdirSync(folder)
  return names.flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(folder, name)).map((own) => `${name}/${own}`) : [name],
  )
}

/** Links packages of one folder into another that lacks them: one by one, for a scope may have some from elsewhere. */
function linkPackages(from: string, to: string, names = packagesIn(from)): void {
  for (const name of names) {
    const link = join(to, name)
    mkdirSync(dirname(link), { recursive: true })
    if (!existsSync(link)) symlinkSync(join(from, name), link)
  }
}

/** Installs what a release depends on and this one does no more. */
function installMissing(folder: string): void {
  const needed = globSync('{apps,packages}/*/package.json', { cwd: folder }).flatMap((file) => {
    const { dependencies = {} } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
      dependencies?: Record<string, string>
    }
    return Object.entries(dependencies)
  })
  const modules = join(folder, 'node_modules')
  const missing = needed.filter(([name]) => !existsSync(join(modules, name)))
  if (missing.length === 0) return
  const apart = join(folder, 'installed')
  mkdirSync(apart)
  const how = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--workspaces=false']
  const names = missing.map(([name, version]) => `${name}@${version}`)
  execFileSync('npm', ['install', '--prefix', apart, ...how, ...names], { cwd: apart, stdio: 'pipe' })
  linkPackages(
    join(apart, 'node_modules'),
    modules,
    missing.map(([name]) => name),
  )
}
