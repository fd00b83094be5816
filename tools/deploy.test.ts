import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './processes.ts'
import { readSettings } from './start-settings.ts'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const settings = new Set(
  [...read('apps/server/src/config.ts').matchAll(/^ {2}([A-Z_]+): \[/gm)].map(([, name]) => name),
)

describe('the example files of deploy', () => {
  it('set no setting that the server does not know', () => {
    expect(settings.size).toBeGreaterThan(20)
    const image = [...read('deploy/Containerfile').matchAll(/^ENV (.*)$/gm)].flatMap(([, line = '']) =>
      [...line.matchAll(/([A-Z_]+)=/g)].map(([, name]) => name),
    )
    const [, environment = ''] = /\n {2}environment:\n((?: {4}.*\n)+)/.exec(read('deploy/compose.yaml')) ?? []
    const composed = [...environment.matchAll(/^ {4}([A-Z_]+):/gm)].map(([, name]) => name)
    expect(image).toContain('KRAPAO_DATA')
    expect(composed).toContain('KRAPAO_SECRET_FILE')
    expect([...image, ...composed].filter((name) => !settings.has(name))).toEqual([])
  })

  it('carry no secret, hand each over as a file, and give the servers a role without rights over others', () => {
    const compose = read('deploy/compose.yaml')
    const composed = compose.replaceAll(/^ *#.*$/gm, '')
    expect(composed).not.toMatch(/PASSWORD: |:\/\/[^\s]*:[^\s]*@|KRAPAO_SECRET: /)
    const used = [...composed.matchAll(/\/run\/secrets\/(\w+)/g)].map(([, name = '']) => name)
    const kept = [...composed.matchAll(/^ {2}(\w+): \{ file: /gm)].map(([, name = '']) => name)
    expect(used.length).toBeGreaterThan(3)
    expect(used.filter((name) => !kept.includes(name))).toEqual([])
    expect(composed).toContain('--requirepass')
    expect(composed).toMatch(/inside: \{ internal: true \}/)
    const role = read('deploy/postgres-role.sh')
    expect(role).toMatch(/create role krapao login nosuperuser nocreatedb nocreaterole/)
    expect(compose).toContain('./postgres-role.sh:/docker-entrypoint-initdb.d/')
  })

  it('give each secret to the user who reads it: the file comes with its owner and its mode', () => {
    const compose = read('deploy/compose.yaml')
    const owned = new Map(
      [...compose.matchAll(/chown (\d+) ((?:secrets\/\w+ ?)+)/g)].flatMap(([, user = '', files = '']) =>
        files.split(' ').map((file) => [file.replace('secrets/', ''), user] as const),
      ),
    )
    // What the images of PostgreSQL and Redis run is no root's either.
    const users = { 'x-server': '1000', '  postgres': '999', '  redis': '999', '  backup': '1000' }
    for (const [service, user] of Object.entries(users)) {
      const block = compose.slice(compose.indexOf(`\n${service}:`))
      const [, names = ''] = /^ +secrets: \[(.*)\]$/m.exec(block) ?? []
      expect(names, service).not.toBe('')
      for (const name of names.split(', ')) expect([name, owned.get(name)]).toEqual([name, user])
    }
    expect(read('deploy/Containerfile')).toMatch(/^USER node$/m)
    expect(compose).toMatch(/image: .*\/redis:8\n(?: {4}.*\n)*? {4}user: redis\n/)
    // A rootless podman knows these users by other numbers.
    expect(compose).toContain('podman unshare chown')
  })

  it('copy into the image what is there', () => {
    const copied = [...read('deploy/Containerfile').matchAll(/^COPY --from=build \/krapao\/(\S+) /gm)]
    const paths = copied.map(([, path = '']) => path).filter((path) => !/node_modules|\/dist$/.test(path))
    expect(paths).toContain('apps/server')
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
    const [, entry = ''] = /^CMD \["node", "(.+)"\]$/m.exec(read('deploy/Containerfile')) ?? []
    expect(existsSync(join(root, entry))).toBe(true)
  })

  it('serve nothing in the open: what comes without TLS is led to the pages, and calls are not', () => {
    const site = read('deploy/nginx.conf').replaceAll(/^ *#.*$/gm, '')
    const servers = site.split(/\n(?=server \{\n)/).slice(1)
    expect(servers).toHaveLength(3)
    const open = servers.filter((server) => !/^ {2}listen 443 ssl/m.test(server))
    expect(open).toHaveLength(1)
    expect(open[0]).toContain('listen 80;')
    expect(open[0]).not.toContain('proxy_pass')
    expect([...site.matchAll(/listen ([^;]+);/g)].map(([, port = '']) => port.split(' ')[0])).toEqual([
      '80',
      '443',
      '443',
    ])
    expect(site).toMatch(/^ssl_protocols TLSv1\.2 TLSv1\.3;$/m)
    expect(site).toMatch(/server_name desk\.example;\n(?: {2}allow .*\n)+ {2}deny all;/)
    const compose = read('deploy/compose.yaml')
    // A server that does not know its public address would neither demand HTTPS nor mark its cookies.
    expect(compose).toMatch(/PUBLIC_URL: \$\{PUBLIC_URL:\?/)
    expect(compose).toContain("ports: ['80:80', '443:443']")
    for (const secret of ['/secrets/', '/tls/', '/backups/']) expect(read('.gitignore')).toContain(secret)
    for (const secret of ['secrets', 'tls', 'backups']) expect(read('.dockerignore').split('\n')).toContain(secret)
  })

  it('lead the proxy of the compose file to its own servers by the line that is shown for it', () => {
    const shown = [...read('deploy/compose.yaml').matchAll(/s\/([\d.:]+)\/(\w+:\d+)\//g)]
    const dropped = [...read('deploy/compose.yaml').matchAll(/\/([\d.:]+)\/d/g)].map(([, address]) => address)
    const known = new Map(shown.map(([, from = '', to = '']) => [from, to]))
    const used = [...read('deploy/nginx.conf').matchAll(/^ {2}server (127[\d.:]+) /gm)].map(
      ([, address = '']) => address,
    )
    expect(used.filter((address) => !known.has(address) && !dropped.includes(address))).toEqual([])
    expect([...known.values()]).toEqual(['one:3000', 'two:3000', 'one:3002', 'two:3002'])
  })

  it('keep as many dumps as they are told to, and none that is not whole', () => {
    const folder = mkdtempSync(join(tmpdir(), 'krapao-backups-'))
    const tool = (name: string, words: string): void =>
      writeFileSync(join(folder, name), `#!/bin/sh\n${words}\n`, { mode: 0o755 })
    const script = join(root, 'deploy/backup.sh')
    const env = {
      ...process.env,
      PATH: `${folder}${delimiter}${process.env['PATH']}`,
      DATABASE_URL: 'postgres://x',
      BACKUP_FOLDER: folder,
      BACKUP_KEEP: '2',
    }
    const dumps = (): string[] => readdirSync(folder).filter((name) => name.startsWith('krapao-'))
    try {
      for (const day of [1, 2, 3]) writeFileSync(join(folder, `krapao-2020010${day}T020000Z.dump`), '')
      tool('pg_dump', 'for word; do case $word in --file=*) echo whole > "${word#--file=}";; esac; done')
      tool('pg_restore', 'exit 0')
      const made = execFileSync('sh', [script], { env, encoding: 'utf8' }).trim()
      expect(dumps().toSorted()).toEqual(['krapao-20200103T020000Z.dump', basename(made)])
      expect(statSync(made).mode & 0o077).toBe(0)
      for (const broken of ['pg_dump', 'pg_restore']) {
        tool(broken, 'exit 1')
        expect(() => execFileSync('sh', [script], { env, stdio: 'pipe' })).toThrow()
        expect(dumps()).toHaveLength(2)
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('tell the servers at every place who calls, whatever the caller says', () => {
    const [desk = '', wallet = ''] = read('deploy/nginx.conf')
      .split(/\n(?=server \{\n)/)
      .slice(2)
    const [site = '', ...places] = wallet.split(/\n {2}location /)
    const own = [desk, ...places].filter((place) => place.includes('proxy_set_header'))
    expect(own).toHaveLength(2)
    // nginx hands none of the outer headers on to a place that sets one itself.
    for (const block of [site, ...own]) {
      expect(block).toContain('proxy_set_header Host $http_host;')
      expect(block).toContain('proxy_set_header X-Forwarded-For $remote_addr;')
      expect(block).toContain('proxy_set_header X-Forwarded-Proto $scheme;')
    }
  })
})

describe('npm start', () => {
  it.each(['DATABASE_URL', 'DATABASE_URL_FILE'])('puts no sandbox in front of the database of %s', (name) => {
    expect(readSettings({ [name]: '/run/secrets/database_url' })).toMatchObject({
      isEmbedded: false,
      withSandbox: false,
    })
    expect(readSettings({ [name]: ' ' })).toMatchObject({ isEmbedded: true, withSandbox: true })
  })
})
