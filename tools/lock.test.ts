import { describe, expect, it } from 'vitest'
import { type Lock, problemsOfLock, readLock } from './lock.ts'

const pinned = { integrity: 'sha512-x' }

/** A lock file without a fault: a room, a package with an inner one, and a binding for this platform and another. */
function soundLock(): Lock {
  return {
    packages: {
      '': { devDependencies: { tester: '1.0.0' } },
      'apps/shop': { dependencies: { '@shop/till': '1.0.0' } },
      'apps/shop/node_modules/own': pinned,
      'node_modules/@shop/till': {
        ...pinned,
        dependencies: { inner: '1.0.0', shared: '1.0.0' },
        optionalDependencies: { 'till-linux': '1.0.0', 'till-windows': '1.0.0' },
        devDependencies: { 'never-installed': '1.0.0' },
      },
      'node_modules/@shop/till/node_modules/inner': { ...pinned, dependencies: { shared: '1.0.0' } },
      'node_modules/shared': { ...pinned, peerDependencies: { tester: '1.0.0', whim: '1.0.0' } },
      'node_modules/shop': { resolved: 'apps/shop', link: true },
      'node_modules/tester': pinned,
      'node_modules/till-linux': pinned,
      'node_modules/till-windows': pinned,
    },
  }
}

function optionalPeer(lock: Lock): Lock {
  const shared = lock.packages['node_modules/shared']
  if (shared) shared.peerDependenciesMeta = { whim: { optional: true } }
  return lock
}

describe('the lock file', () => {
  it('is found sound when every dependency is locked where Node would look', () => {
    expect(problemsOfLock(optionalPeer(soundLock()))).toEqual({ problems: [], edges: 8 })
  })

  it('is found wanting when a peer is locked nowhere, unless it is optional', () => {
    expect(problemsOfLock(soundLock()).problems).toEqual(['node_modules/shared needs whim, which is not locked'])
  })

  it.each([
    ['node_modules/till-windows', 'node_modules/@shop/till needs till-windows, which is not locked'],
    ['node_modules/@shop/till/node_modules/inner', 'node_modules/@shop/till needs inner, which is not locked'],
    ['node_modules/@shop/till', 'apps/shop needs @shop/till, which is not locked'],
  ])('is found wanting without %s', (path, problem) => {
    const lock = optionalPeer(soundLock())
    delete lock.packages[path]
    expect(problemsOfLock(lock).problems).toContain(problem)
  })

  it('is found wanting when the root lacks what it is developed with', () => {
    const lock = optionalPeer(soundLock())
    delete lock.packages['node_modules/tester']
    expect(problemsOfLock(lock).problems).toContain('the root needs tester, which is not locked')
  })

  it('does not take what lies in another room or package for found', () => {
    const lock = optionalPeer(soundLock())
    lock.packages['packages/other'] = { dependencies: { own: '1.0.0', inner: '1.0.0' } }
    expect(problemsOfLock(lock).problems).toEqual([
      'packages/other needs own, which is not locked',
      'packages/other needs inner, which is not locked',
    ])
  })

  it.each([
    'http://packages.example/tester.tgz',
    'https://packages.example/tester.tgz',
    'git+ssh://git@example/tester',
  ])('is found wanting with the address %s', (resolved) => {
    const lock = optionalPeer(soundLock())
    lock.packages['node_modules/tester'] = { ...pinned, resolved }
    expect(problemsOfLock(lock).problems).toEqual(["node_modules/tester carries a registry's address"])
  })

  it('is found wanting when the content of a package is not pinned', () => {
    const lock = optionalPeer(soundLock())
    lock.packages['node_modules/tester'] = {}
    expect(problemsOfLock(lock).problems).toEqual(['node_modules/tester has no integrity: its content is not pinned'])
  })

  it('of this checkout is sound, and holds hundreds of dependencies', () => {
    const { problems, edges } = problemsOfLock(readLock())
    expect(problems).toEqual([])
    expect(edges).toBeGreaterThan(300)
  })
})
