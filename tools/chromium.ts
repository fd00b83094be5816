// Finds or unpacks the browser of the tests. Nothing is installed in the system and root is not needed.
import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, createReadStream, createWriteStream, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createBrotliDecompress } from 'node:zlib'
import { root } from './processes.ts'

const packageFolder = join(root, 'node_modules', '@sparticuz', 'chromium')

/** True when the file is a browser that starts here; a missing system library shows as a failing `--version`. */
function isStarting(file: string): boolean {
  return spawnSync(file, ['--version'], { timeout: 30_000 }).status === 0
}

async function unpack(name: string, target: string): Promise<void> {
  await pipeline(
    createReadStream(join(packageFolder, 'bin', name)),
    createBrotliDecompress(),
    createWriteStream(target, { mode: 0o755 }),
  )
}

/** The libraries (NSS and its kin) that the packed browser needs and a bare system may lack come in the same package. */
async function addLibraries(folder: string): Promise<void> {
  const archive = join(folder, 'libraries.tar')
  await unpack('al2023.tar.br', archive)
  await promisify(execFile)('tar', ['-xf', archive, '-C', folder])
  await rm(archive)
  const wrapper = join(folder, 'with-libraries')
  const script = `#!/bin/sh\nhere=$(dirname "$0")\nexport LD_LIBRARY_PATH="$here/al2023/lib:$here/lib:$LD_LIBRARY_PATH"\nexec "$here/chromium" "$@"\n`
  await writeFile(wrapper, script)
  chmodSync(wrapper, 0o755)
}

/**
 * The path of a Chromium that starts on this machine: PLAYWRIGHT_CHROMIUM when set, else the packed one, unpacked once
 * into node_modules/.cache. Throws with a sentence that says what is missing.
 */
export async function findChromium(): Promise<string> {
  const chosen = process.env['PLAYWRIGHT_CHROMIUM']
  if (chosen !== undefined && chosen !== '') {
    if (isStarting(chosen)) return chosen
    throw new Error(`PLAYWRIGHT_CHROMIUM is ${chosen}, which does not start as a browser here.`)
  }
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  const folder = join(root, 'node_modules', '.cache', `chromium-${version}`)
  const plain = join(folder, 'chromium')
  const wrapped = join(folder, 'with-libraries')
  if (!existsSync(plain)) {
    const making = `${folder}.${process.pid}`
    mkdirSync(making, { recursive: true })
    await unpack('chromium.br', join(making, 'chromium'))
    if (!isStarting(join(making, 'chromium'))) await addLibraries(making)
    // Two runs may unpack at once: the folder that is renamed first stays.
    mkdirSync(dirname(folder), { recursive: true })
    await rename(making, folder).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
      await rm(making, { recursive: true, force: true })
    })
  }
  const found = existsSync(wrapped) ? wrapped : plain
  if (isStarting(found)) return found
  throw new Error(
    `The packed Chromium does not start on ${process.platform} ${process.arch}. ` +
      'Install Chromium and name it in PLAYWRIGHT_CHROMIUM, or install libnss3 and libnspr4.',
  )
}

if (process.argv[1] === import.meta.filename) process.stdout.write(`${await findChromium()}\n`)
