import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync } from 'node:zlib'

const root = resolve(import.meta.dirname, '../..')
const types: Readonly<Record<string, string>> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript' }

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="description" content="A plain page" />
    <title>Plain</title>
    <link rel="icon" href="data:," />
    <script type="module" src="/main.js"></script>
  </head>
  <body><div id="root"></div></body>
</html>`

const script = `import { createElement as e } from 'react'
import { createRoot } from 'react-dom/client'
const field = (label) => e('p', null, e('label', null, label, ' ', e('input')))
createRoot(document.querySelector('#root')).render(
  e('main', null, e('h1', null, 'Plain'), field('Phone'), field('Password'), e('button', null, 'Log in')),
)`

/** Builds the plainest page that React can draw, and serves it packed as well as the product is: the yardstick. */
export async function servePlainPage(): Promise<{ url: string; close: () => void }> {
  const folder = join(root, '.cache', 'plain-react')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'index.html'), page)
  writeFileSync(join(folder, 'main.js'), script)
  await promisify(execFile)(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', folder])
  const dist = join(folder, 'dist')
  const files = new Map<string, Buffer>()
  for (const file of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue
    const path = join(file.parentPath, file.name)
    files.set(path.slice(dist.length), brotliCompressSync(readFileSync(path)))
  }
  const server = createServer((asked, answer) => {
    const path = asked.url === '/' ? '/index.html' : (asked.url ?? '')
    const content = files.get(path)
    if (content === undefined) {
      answer.writeHead(404).end()
      return
    }
    const caching = path === '/index.html' ? 'no-cache' : 'public, max-age=31536000, immutable'
    const type = types[extname(path)] ?? 'application/octet-stream'
    answer.writeHead(200, { 'content-type': type, 'content-encoding': 'br', 'cache-control': caching }).end(content)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
