import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort } from './product.ts'
import type { Proxy } from './proxy.ts'

const example = resolve(import.meta.dirname, '../../deploy/nginx.conf')

/** The example of the repository with servers of this machine in it; whatever else it says is run as it stands. */
function exampleFor(targets: readonly string[]): string {
  const servers = targets.map((target) => `  server ${new URL(target).host} max_fails=1 fail_timeout=2s;\n`).join('')
  const site = readFileSync(example, 'utf8').replace(/( {2}server 127\.0\.0\.1:\d+ [^\n]*\n)+/g, servers)
  if (site.split(servers).length !== 4) throw new Error(`${example} has changed its form`)
  return site
}

const publicListen = /listen 443 ssl http2( default_server)?;/g

/** The wallet's part of it alone, at a port without TLS. */
function siteFor(port: number, targets: readonly string[]): string {
  const parts = exampleFor(targets).split(/\n(?=server \{\n)/)
  const [common = ''] = parts
  const wallet = parts.at(-1) ?? ''
  const site = `${common.replaceAll(/^ssl_.*$/gm, '')}\n${wallet.replace(publicListen, `listen 127.0.0.1:${port};`)}`
  if (
    !wallet.includes('server_name wallet.') ||
    !site.includes(`:${port};`) ||
    / ssl_?/.test(site.replaceAll(/#.*/g, ''))
  )
    throw new Error(`${example} has changed its form`)
  return site
}

/** All of it as in public, with this certificate; only its ports are others. */
function publicSiteFor(port: number, plainPort: number, targets: readonly string[], certificate: Certificate): string {
  return exampleFor(targets)
    .replaceAll(publicListen, (_, isDefault = '') => `listen 127.0.0.1:${port} ssl http2${isDefault};`)
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace(/^ssl_certificate .*$/m, `ssl_certificate ${certificate.file};`)
    .replace(/^ssl_certificate_key .*$/m, `ssl_certificate_key ${certificate.keyFile};`)
}

interface Certificate {
  readonly file: string
  readonly keyFile: string
}

/** A certificate of this machine for itself, for a day. */
function makeCertificate(folder: string): Certificate {
  const [file, keyFile] = [join(folder, 'own.pem'), join(folder, 'own.key')]
  const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', keyFile]
  const name = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  execFileSync('openssl', ['req', '-x509', ...key, ...name, '-days', '1', '-out', file], { stdio: 'ignore' })
  return { file, keyFile }
}

/** Whether the place that is for nobody outside is closed already: then all of the configuration is in force. */
function isUp(url: string): Promise<boolean> {
  if (url.startsWith('http:')) {
    return fetch(`${url}/metrics`).then(
      ({ status }) => status === 404,
      () => false,
    )
  }
  return new Promise((done) => {
    const asked = request(`${url}/metrics`, { rejectUnauthorized: false }, (answer) => {
      answer.resume()
      done(answer.statusCode === 404)
    })
    asked.on('error', () => done(false)).end()
  })
}

/**
 * Starts an nginx with the configuration that operators are shown, in a folder of its own. At a `publicPort` it is run as
 * in public, with TLS and HTTP/2.
 */
export async function startNginx(targets: readonly string[], publicPort?: number): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'krapao-nginx-'))
  const port = publicPort ?? (await freePort())
  mkdirSync(join(folder, 'logs'))
  const site =
    publicPort === undefined
      ? siteFor(port, targets)
      : publicSiteFor(port, await freePort(), targets, makeCertificate(folder))
  writeFileSync(join(folder, 'site.conf'), site)
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const main = [
    // As root nginx would give its workers to a user who may not enter this folder.
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'worker_processes 1;',
    'daemon off;',
    `pid ${folder}/nginx.pid;`,
    'error_log stderr error;',
    'events { worker_connections 4096; }',
    'http {',
    'access_log off;',
    ...places.map((place) => `${place}_temp_path ${folder}/${place};`),
    `include ${folder}/site.conf;`,
    '}',
  ]
  writeFileSync(join(folder, 'nginx.conf'), main.join('\n'))
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => (log = `${log}${chunk.toString()}`.slice(-10_000)))
  const url = `${publicPort === undefined ? 'http' : 'https'}://127.0.0.1:${port}`
  for (let tries = 0; ; tries += 1) {
    if (await isUp(url)) break
    if (tries > 100 || child.exitCode !== null) throw new Error(`nginx did not start: ${log}`)
    await new Promise((done) => setTimeout(done, 50))
  }
  return {
    url,
    async close() {
      const ended = new Promise((done) => child.on('exit', done))
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
