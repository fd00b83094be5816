import { describe, expect, it } from 'vitest'
import type { Asked } from './offline.rules.ts'
import { handlingOf, isAsset, isKeepable, oldAssets, oldCaches, pageFor, shellCache } from './offline.rules.ts'

const origin = 'https://wallet.example'
const shell = {
  version: 'b',
  pages: ['/index.html', '/index.th.html', '/index.lo.html'],
  marks: ['/mark.svg'],
  core: ['/assets/index-1.js'],
  assets: ['/assets/index-1.js', '/assets/home-2.js'],
}
const asked = (path: string, more: Partial<Asked> = {}): Asked => ({
  method: 'GET',
  url: new URL(path, origin).href,
  mode: 'cors',
  hasToken: false,
  isPart: false,
  ...more,
})

describe('what the worker does with a request', () => {
  it.each([
    ['/assets/index-1.js', 'asset'],
    ['/assets/texts-8f/shell.th.js', 'asset'],
    ['/mark.svg', 'mark'],
    ['/api/wallet/home', 'network'],
    ['/api', 'network'],
    ['/api/files/abc?e=1&s=2', 'network'],
    ['/socket.io/?EIO=4', 'network'],
    ['/videos/wallet.th.mp4', 'network'],
    ['/art/game-naka.svg', 'network'],
    ['/sw.js', 'network'],
    ['/manifest.th.webmanifest', 'network'],
    // The address under which a file is tried again after it failed.
    ['/assets/esm-1.js?again=1', 'network'],
    ['https://elsewhere.example/assets/index-1.js', 'network'],
  ])('%s: %s', (path, handling) => {
    expect(handlingOf(asked(path), origin, shell)).toBe(handling)
  })

  it.each([
    ['/', 'page'],
    ['/login', 'page'],
    ['/user/home?from=app', 'page'],
    ['/no-such-page', 'page'],
    ['/api/docs', 'network'],
    ['/api/files/abc', 'network'],
    ['/assets/lost', 'network'],
    ['/videos/wallet.th.mp4', 'network'],
  ])('opened as a page, %s: %s', (path, handling) => {
    expect(handlingOf(asked(path, { mode: 'navigate' }), origin, shell)).toBe(handling)
  })

  it.each([
    ['a call that changes something', { method: 'POST' }],
    ['a question whether it is there', { method: 'HEAD' }],
    ['what carries a token', { hasToken: true }],
    ['a part of a file', { isPart: true }],
  ])('leaves %s alone', (_, more) => {
    for (const path of ['/assets/index-1.js', '/mark.svg']) {
      expect(handlingOf(asked(path, more), origin, shell)).toBe('network')
    }
    expect(handlingOf(asked('/login', { ...more, mode: 'navigate' }), origin, shell)).toBe('network')
  })
})

describe('what the worker keeps', () => {
  it('is asset by asset what is one by its path', () => {
    expect(['/assets/a-1.js', '/assets/x/b.woff2'].every(isAsset)).toBe(true)
    for (const path of ['/api/wallet/home', '/assets/../api/wallet', '/assets/a.js?x', 'https://e.example/assets/a']) {
      expect(isAsset(path), path).toBe(false)
    }
  })

  it.each([
    ['a file', { ok: true, type: 'basic', contentType: 'text/javascript' }, true],
    [
      'a page that came in place of a file',
      { ok: true, type: 'basic', contentType: 'text/html; charset=utf-8' },
      false,
    ],
    ['a refusal', { ok: false, type: 'basic', contentType: 'text/javascript' }, false],
    ['an answer of another origin', { ok: true, type: 'opaque', contentType: 'text/javascript' }, false],
  ] as const)('%s', (_, { ok, type, contentType }, expected) => {
    expect(isKeepable({ ok, type, headers: new Headers({ 'content-type': contentType }) })).toBe(expected)
  })

  it('is shown in the reader’s language, else as the server’s usual page', () => {
    expect(pageFor('lo', shell)).toBe('/index.lo.html')
    expect([pageFor('xx', shell), pageFor(undefined, shell)]).toEqual(['/index.html', '/index.html'])
  })

  it('goes with its build, and nothing of others goes with it', () => {
    const names = [shellCache(shell), shellCache({ version: 'a' }), 'krapao-assets', 'krapao-answers', 'somebody-else']
    expect(oldCaches(names, shell)).toEqual([shellCache({ version: 'a' }), 'krapao-answers'])
    expect(oldAssets(['/assets/home-2.js', '/assets/home-1.js'], shell)).toEqual(['/assets/home-1.js'])
  })
})
