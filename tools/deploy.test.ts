import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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
    for (const [service, user] of Object.entries({ 'x-server': '1000', '  postgres': '999', '  redis': '999' })) {
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

  it('tell the servers at every place who calls, whatever the caller says', () => {
    const [site = '', ...places] = read('deploy/nginx.conf').split(/\n {2}location /)
    const own = places.filter((place) => place.includes('proxy_set_header'))
    expect(own.length).toBeGreaterThan(0)
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
