import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export const NAMES = ['one', 'two', 'three'] as const

/** Which packets of a node are dropped: those from it, those to it, or both. */
export type Way = 'out' | 'in' | 'both'

/** Where the three nodes of a cluster stand, apart from each other as far as this machine lets us. */
export interface Network {
  /** Whether each node has a network of its own, so that lines between them can be cut. */
  isApart: boolean
  /** The network's beginning: the node at `place` is `prefix` + (11 + place). */
  prefix: string
  /** A command that runs inside a node's network. */
  inside(place: number, command: readonly string[]): string[]
  /** Drops what goes between a node and the others, of these ports alone where some are given. */
  cut(place: number, way: Way, ports?: readonly number[]): void
  /** Lets everything of a node through again. */
  mend(place: number): void
  /** The processes that are in a node's network. */
  pids(place: number): number[]
  close(): void
}

const ip = (...words: readonly string[]) => spawnSync('ip', words, { encoding: 'utf8' })

function must(words: readonly string[]): void {
  const { status, stderr } = ip(...words)
  if (status !== 0) throw new Error(`ip ${words.join(' ')}: ${stderr}`)
}

/** Networks of runs that were killed before they could take theirs away; their processes too. */
function sweep(): void {
  for (const line of ip('netns', 'list').stdout.split('\n')) {
    const [, name, owner] = /^(krapao-(\d+)-\w+)/.exec(line) ?? []
    if (name === undefined || isRunning(Number(owner))) continue
    for (const pid of pidsIn(name)) process.kill(pid, 'SIGKILL')
    ip('netns', 'del', name)
  }
  for (const [, name = '', owner] of ip('-o', 'link').stdout.matchAll(/^\d+: (krb(\d+))[:@]/gm)) {
    if (!isRunning(Number(owner))) ip('link', 'del', name)
  }
}

function isRunning(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('node')
  } catch {
    return false
  }
}

const pidsIn = (name: string): number[] =>
  ip('netns', 'pids', name)
    .stdout.split('\n')
    .filter((pid) => pid !== '')
    .map(Number)

/** A network for each node and a bridge between them; or, without the rights, addresses of this machine's loopback. */
export function openNetwork(say: (text: string) => void): Network {
  if (process.getuid?.() !== 0) {
    say('Not root: all nodes are on the loopback address, and no line between them can be cut.')
    return loopback()
  }
  sweep()
  try {
    return namespaces()
  } catch (error) {
    say(`No networks of their own (${String(error)}): all nodes are on the loopback address, and no line can be cut.`)
    return loopback()
  }
}

function loopback(): Network {
  return {
    isApart: false,
    prefix: '127.0.0.',
    inside: (_, command) => [...command],
    cut: () => {
      throw new Error('there is no line to cut')
    },
    mend: () => undefined,
    pids: () => [],
    close: () => undefined,
  }
}

function namespaces(): Network {
  const prefix = `10.213.${process.pid % 250}.`
  const bridge = `krb${process.pid}`
  const names = NAMES.map((name) => `krapao-${process.pid}-${name}`)
  const address = (place: number) => `${prefix}${11 + place}`
  const close = (): void => {
    for (const name of names) {
      for (const pid of pidsIn(name)) process.kill(pid, 'SIGKILL')
      ip('netns', 'del', name)
    }
    ip('link', 'del', bridge)
  }
  try {
    must(['link', 'add', bridge, 'type', 'bridge'])
    must(['addr', 'add', `${prefix}1/24`, 'dev', bridge])
    must(['link', 'set', bridge, 'up'])
    for (const [place, name] of names.entries()) {
      const line = `krv${process.pid % 100_000}.${place}`
      must(['netns', 'add', name])
      must(['link', 'add', line, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name])
      must(['link', 'set', line, 'master', bridge, 'up'])
      must(['-n', name, 'addr', 'add', `${address(place)}/24`, 'dev', 'eth0'])
      must(['-n', name, 'link', 'set', 'eth0', 'up'])
      must(['-n', name, 'link', 'set', 'lo', 'up'])
      if (filter(name, '-L').status !== 0) throw new Error('iptables may not be used')
    }
  } catch (error) {
    close()
    throw error
  }
  return {
    isApart: true,
    prefix,
    inside: (place, command) => ['ip', 'netns', 'exec', names[place] ?? '', ...command],
    cut(place, way, ports) {
      const others = names.map((_, other) => other).filter((other) => other !== place)
      for (const other of others) {
        const rules: string[][] = []
        if (way !== 'in') rules.push(['-A', 'OUTPUT', '-d', address(other)])
        if (way !== 'out') rules.push(['-A', 'INPUT', '-s', address(other)])
        for (const rule of rules) {
          // A line belongs to a service whichever end it has.
          const ends = (ports ?? []).flatMap((port) =>
            ['--dport', '--sport'].map((end) => ['-p', 'tcp', end, `${port}`]),
          )
          for (const end of ports === undefined ? [[]] : ends) filter(names[place] ?? '', ...rule, ...end, '-j', 'DROP')
        }
      }
    },
    mend: (place) => void filter(names[place] ?? '', '-F'),
    pids: (place) => pidsIn(names[place] ?? ''),
    close,
  }
}

const filter = (name: string, ...words: readonly string[]) =>
  spawnSync('ip', ['netns', 'exec', name, 'iptables', '-w', ...words], { encoding: 'utf8' })
