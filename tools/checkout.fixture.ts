import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { checkoutFiles } from './checkout-files.ts'
import { capture, root } from './processes.ts'
import { generatedTexts } from './texts.ts'

/**
 * Links all files of a folder into another, which costs neither time nor space. Nothing may be written into them: what
 * replaces a file does no harm.
 */
function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (entry.isDirectory()) linkFolder(source, target)
    else if (entry.isFile()) {
      try {
        linkSync(source, target)
      } catch {
        cpSync(source, target) // On another file system.
      }
    }
  }
}

/** A whole checkout of its own, as after a first `npm start`: what starts in it disturbs nobody. */
export async function copyCheckout(): Promise<{ folder: string; remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'krapao-checkout-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  // Another user shall be able to start it too.
  chmodSync(folder, 0o755)
  for (const file of checkoutFiles()) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  for (const name of readdirSync(join(root, 'node_modules'))) {
    // Scratch of the test runner and of others.
    if (name === '.cache' || name.startsWith('.vite')) continue
    const [source, target] = [join(root, 'node_modules', name), join(folder, 'node_modules', name)]
    mkdirSync(dirname(target), { recursive: true })
    if (name.startsWith('.') && name !== '.bin') cpSync(source, target)
    else linkFolder(source, target)
  }
  const dists = ['server', 'sandbox', 'wallet', 'desk'].map((app) => `apps/${app}/dist`)
  const builds = [...dists, ...['programs', 'wallet', 'desk'].map((part) => `.cache/${part}-build.key`)]
  for (const made of [...builds, ...generatedTexts, '.cache/texts.key']) {
    if (existsSync(join(root, made))) cpSync(join(root, made), join(folder, made), { recursive: true })
  }
  // A build may bring generated sources up to date, which the next one then takes for changed ones.
  for (const _turn of ['first', 'second']) {
    const { code, output } = await capture(process.execPath, [join(folder, 'tools', 'build.ts')], { cwd: folder })
    if (code === 0) continue
    remove()
    throw new Error(output)
  }
  return { folder, remove }
}
