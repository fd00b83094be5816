import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort } from './product.ts'
import type { Proxy } from './proxy.ts'

const example = resolve(import.meta.dirname, '../deploy/nginx.conf')

/** Puts a port and servers into the example of the repository; whatever else it says is run as it stands. */
function siteFor(port: number, targets: readonly string[]): string {
  const servers = targets.map((target) => `  server ${new URL(target).host} max_fails=1 fail_timeout=2s;\n`).join('')
  const site = readFileSync(example, 'utf8')
    .replace(/( {2}server 127\.0\.0\.1:\d+ [^\n]*\n)+/g, servers)
    .replace('listen 8080;', `listen 127.0.0.1:${port};`)
  if (!site.includes(`:${port};`) || !site.includes(servers)) throw new Error(`${example} has changed its form`)
  return site
}

/** Starts an nginx with the configuration that operators are shown, in a folder of its own. */
export async function startNginx(targets: readonly string[]): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'krapao-nginx-'))
  const port = await freePort()
  mkdirSync(join(folder, 'logs'))
  writeFileSync(join(folder, 'site.conf'), siteFor(port, targets))
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
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; ; tries += 1) {
    const answered = await fetch(`${url}/metrics`).then(
      ({ status }) => status === 404,
      () => false,
    )
    if (answered) break
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
