import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './processes.ts'
import { readSettings } from './start-settings.ts'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const settings = new Set(
  [...read('apps/server/src/settings.ts').matchAll(/^ {2}([A-Z_]+): \[/gm)].map(([, name]) => name),
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

describe('the example files of a cluster', () => {
  const file = (name: string): string => read(`deploy/ha/${name}`)
  const said = (name: string): string => file(name).replaceAll(/^ *#.*$/gm, '')
  const patroni = said('patroni.yml')
  const setting = (name: string): string => new RegExp(`^ +${name}: '?([^'\\n]*)'?$`, 'm').exec(patroni)?.[1] ?? ''

  it('hold what was measured: nothing acknowledged that one node alone has, and no old primary beside a new one', () => {
    expect(patroni).toMatch(/^etcd:\n {2}hosts: 10\.0\.0\.11:2379,10\.0\.0\.12:2379,10\.0\.0\.13:2379$/m)
    expect(patroni).not.toContain('etcd3')
    expect(said('krapao-etcd.service')).toContain('--enable-v2=true')
    expect(['synchronous_mode', 'synchronous_mode_strict', 'use_pg_rewind', 'use_slots'].map(setting)).toEqual([
      'true',
      'true',
      'true',
      'true',
    ])
    expect(['synchronous_commit', 'wal_log_hints', 'archive_mode'].map(setting)).toEqual(['on', 'on', 'on'])
    expect(setting('primary_start_timeout')).toBe('0')
    const [ttl = 0, wait = 0, retry = 0] = ['ttl', 'loop_wait', 'retry_timeout'].map((name) => Number(setting(name)))
    expect(ttl).toBeGreaterThan(wait + 2 * retry)
    // 25 connections of a server, 10 besides: it is enough for four servers.
    expect(Number(setting('max_connections'))).toBeGreaterThanOrEqual(4 * 25 + 10)
  })

  it('lead HAProxy to whoever Patroni says is primary, and end the sessions of one that is it no more', () => {
    const proxy = said('haproxy.cfg')
    expect(proxy).toMatch(/mode tcp\n/)
    expect(proxy).toContain('option httpchk OPTIONS /primary')
    expect(proxy).toMatch(/default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions/)
    const servers = [...proxy.matchAll(/^ {2}server \w+ (10\.0\.0\.1[123]):5432 check port 8008$/gm)]
    expect(servers.map(([, address]) => address)).toEqual(['10.0.0.11', '10.0.0.12', '10.0.0.13'])
    expect(said('sentinel.conf')).toContain('sentinel monitor krapao 10.0.0.11 6379 2')
  })

  it('name each other as they are called: what is started reads what is there', () => {
    for (const [script] of patroni.matchAll(/\/etc\/krapao\/[\w-]+\.sh/g)) {
      expect(statSync(join(root, 'deploy/ha', basename(script))).mode & 0o111, script).not.toBe(0)
    }
    const known = new Set([...file('node.env').matchAll(/^(\w+)=/gm)].map(([, name]) => name))
    for (const unit of ['krapao-etcd.service', 'krapao-patroni.service']) {
      const used = [...said(unit).matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name)
      expect(used.length).toBeGreaterThan(3)
      expect(used.filter((name) => !known.has(name))).toEqual([])
      expect(said(unit)).toContain('EnvironmentFile=/etc/krapao/node.env')
    }
    // Passwords are handed over, never written.
    expect([...file('node.env').matchAll(/^\w+_PASSWORD=(.*)$/gm)].map(([, value]) => value)).toEqual(['', '', '', ''])
    expect(file('make-role.sh')).toMatch(/create role krapao login nosuperuser nocreatedb nocreaterole noreplication/)
    const copied = /^COPY (.*) \/etc\/krapao\/$/m.exec(file('Containerfile'))?.[1]?.split(' ') ?? []
    expect(copied).toContain('patroni.yml')
    expect(copied.filter((name) => !existsSync(join(root, 'deploy/ha', name)))).toEqual([])
    for (const port of ['--enable-v2=true', 'PATRONI_POSTGRESQL_LISTEN=', 'PATRONI_ETCD_HOSTS='])
      expect(said('compose.yaml')).toContain(port)
  })

  it('keep each piece of WAL whole, and never write another one over it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'krapao-archive-'))
    const archive = (piece: string, name: string): void =>
      void execFileSync('sh', [join(root, 'deploy/ha/archive-wal.sh'), piece, name], {
        env: { ...process.env, KRAPAO_ARCHIVE: folder },
        stdio: 'pipe',
      })
    try {
      const [one, other] = [join(folder, 'one'), join(folder, 'other')]
      writeFileSync(one, 'a piece')
      writeFileSync(other, 'another piece')
      archive(one, '000000010000000000000001')
      archive(one, '000000010000000000000001')
      expect(() => archive(other, '000000010000000000000001')).toThrow()
      expect(() => archive(join(folder, 'none'), '000000010000000000000002')).toThrow()
      expect(readdirSync(join(folder, 'wal'))).toEqual(['000000010000000000000001'])
      expect(readFileSync(join(folder, 'wal', '000000010000000000000001'), 'utf8')).toBe('a piece')
    } finally {
      rmSync(folder, { recursive: true })
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
