import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const wallet = resolve(import.meta.dirname, '../../apps/wallet')
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
}

/** A build of the app in a folder of its own, which whoever asked for it removes. */
export interface Build {
  readonly folder: string
  readonly remove: () => void
}

function emptyBuild(): Build {
  const folder = mkdtempSync(join(tmpdir(), 'krapao-build-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A copy of the usual build without its videos: it stays as it is while the usual one is made anew. */
export function copyUsualBuild(): Build {
  const build = emptyBuild()
  cpSync(join(wallet, 'dist'), build.folder, { recursive: true, filter: (file) => !/\.(mp4|webm|br|gz)$/.test(file) })
  return build
}

/** Builds the app once more with other settings. */
export async function buildVariant(settings: NodeJS.ProcessEnv): Promise<Build> {
  const build = emptyBuild()
  const script = join(wallet, 'build', 'variant.ts')
  await promisify(execFile)(process.execPath, [script, build.folder], { env: { ...process.env, ...settings } })
  return build
}

/** A server of some build of the app, beside the calls of a running product. */
export interface BuildServer {
  readonly url: string
  /** Has another build in its place from now on. */
  show: (folder: string) => void
  close: () => void
}

/** Serves a build of the app, and at /outer a page of somebody else with the app in a frame. */
export async function serveBuild(folder: string, walletUrl: string): Promise<BuildServer> {
  let shown = folder
  const server = createServer((asked, answer) => {
    const path = (asked.url ?? '/').split('?', 1)[0] ?? '/'
    if (path.startsWith('/api/') || path.startsWith('/socket.io/')) {
      const { method, headers, url = '/' } = asked
      const passedOn = request(`${walletUrl}${url}`, { method, headers }, (given) => {
        answer.writeHead(given.statusCode ?? 502, given.headers)
        given.pipe(answer)
      })
      passedOn.on('error', () => answer.destroy())
      asked.pipe(passedOn)
      return
    }
    if (path === '/outer') {
      const frame = '<iframe src="/user/home" title="Krapao" width="360" height="760"></iframe>'
      answer.writeHead(200, { 'content-type': 'text/html' }).end(frame)
      return
    }
    const file = join(shown, path)
    const isFile = existsSync(file) && statSync(file).isFile()
    if (!isFile && path.startsWith('/assets/')) {
      answer.writeHead(404).end()
      return
    }
    const found = isFile ? file : join(shown, 'index.html')
    answer.writeHead(200, { 'content-type': types[extname(found)] ?? 'application/octet-stream' })
    answer.end(readFileSync(found))
  })
  server.on('upgrade', (_request, line) => line.destroy())
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show(next) {
      shown = next
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
