import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LineEvents } from './live.ts'
import { createLive } from './live.ts'

/** One line that was opened, as the network would play it. */
interface PlayedLine extends LineEvents<string> {
  token: string
  isClosed: boolean
}

function start({ endsAtOnce = false } = {}) {
  const world = { token: 'one' as string | null, isVisible: true }
  const lines: PlayedLine[] = []
  const watchers = new Set<() => void>()
  const live = createLive<string>({
    reconnectMs: 5_000,
    connect(token, events) {
      const line: PlayedLine = { ...events, token, isClosed: false }
      lines.push(line)
      if (endsAtOnce) events.onEnd(undefined)
      return { close: () => (line.isClosed = true) }
    },
    readIdentity: () => world.token,
    isVisible: () => world.isVisible,
    watch(onChange) {
      watchers.add(onChange)
      return () => watchers.delete(onChange)
    },
  })
  return {
    live,
    lines,
    watchers,
    open: () => lines.filter((line) => !line.isClosed),
    last: () => lines.at(-1) ?? expect.fail('no line was opened'),
    change(given: Partial<typeof world>) {
      Object.assign(world, given)
      for (const onChange of watchers) onChange()
    },
  }
}

/** More than news are gathered for. */
const SOON_MS = 200

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a live connection', () => {
  it('stands only while somebody listens, and is one for all of them', () => {
    const { live, lines, watchers } = start()
    expect(lines).toHaveLength(0)
    const listener = vi.fn<() => void>()
    const [stopOne, stopOther] = [live.subscribe(listener), live.subscribe(listener)]
    expect(lines.map(({ token }) => token)).toEqual(['one'])
    stopOne()
    expect(lines[0]?.isClosed).toBe(false)
    stopOther()
    expect(lines[0]?.isClosed).toBe(true)
    expect(watchers.size).toBe(0)
    live.subscribe(listener)
    expect(lines).toHaveLength(2)
  })

  it('passes hints on to all who listen, those of one moment once', () => {
    const { live, last } = start()
    const [one, other] = [vi.fn<() => void>(), vi.fn<() => void>()]
    live.subscribe(one)
    const stop = live.subscribe(other)
    for (const _ of [1, 2, 3]) last().onHint()
    vi.advanceTimersByTime(SOON_MS)
    expect([one.mock.calls.length, other.mock.calls.length]).toEqual([1, 1])
    stop()
    last().onHint()
    vi.advanceTimersByTime(SOON_MS)
    expect([one.mock.calls.length, other.mock.calls.length]).toEqual([2, 1])
  })

  it('says nothing to those who left while a hint was gathered', () => {
    const { live, last } = start()
    const listener = vi.fn<() => void>()
    const stop = live.subscribe(listener)
    last().onHint()
    stop()
    vi.advanceTimersByTime(SOON_MS)
    expect(listener).not.toHaveBeenCalled()
  })

  it('has everything asked again when it stands, at first and after each break', () => {
    const { live, last, lines } = start()
    const listener = vi.fn<() => void>()
    live.subscribe(listener)
    last().onOpen()
    vi.advanceTimersByTime(SOON_MS)
    expect(listener).toHaveBeenCalledTimes(1)
    last().onEnd(undefined)
    vi.advanceTimersByTime(5_501)
    expect(lines).toHaveLength(2)
    expect(listener).toHaveBeenCalledTimes(1)
    last().onOpen()
    vi.advanceTimersByTime(SOON_MS)
    expect(listener).toHaveBeenCalledTimes(2)
  })
})

describe('a connection that ended', () => {
  it('[CHT-046] [LIM-016] is tried again about every 5 s, not at the same moment by all', () => {
    const { live, last, lines } = start()
    live.subscribe(vi.fn<() => void>())
    for (const tries of [2, 3, 4]) {
      last().onEnd(undefined)
      vi.advanceTimersByTime(4_499)
      expect(lines).toHaveLength(tries - 1)
      vi.advanceTimersByTime(1_002)
      expect(lines).toHaveLength(tries)
    }
    const random = vi.spyOn(Math, 'random').mockReturnValueOnce(0).mockReturnValueOnce(0.5)
    for (const pauseMs of [4_500, 5_000]) {
      const before = lines.length
      last().onEnd(undefined)
      vi.advanceTimersByTime(pauseMs - 1)
      expect(lines).toHaveLength(before)
      vi.advanceTimersByTime(1)
      expect(lines).toHaveLength(before + 1)
    }
    random.mockRestore()
  })

  it('is tried again also when it never began', () => {
    const { live, lines } = start({ endsAtOnce: true })
    const stop = live.subscribe(vi.fn<() => void>())
    vi.advanceTimersByTime(5_501)
    expect(lines).toHaveLength(2)
    stop()
    vi.advanceTimersByTime(60_000)
    expect(lines).toHaveLength(2)
  })

  it('is not tried again when nobody listens any more, and what it still says is not heard', () => {
    const { live, lines, last } = start()
    const listener = vi.fn<() => void>()
    const stop = live.subscribe(listener)
    const left = last()
    stop()
    left.onEnd(undefined)
    vi.advanceTimersByTime(60_000)
    expect(lines).toHaveLength(1)
    live.subscribe(listener)
    left.onOpen()
    left.onHint()
    left.onEnd('gone')
    vi.advanceTimersByTime(SOON_MS)
    expect(listener).not.toHaveBeenCalled()
    expect(lines).toHaveLength(2)
  })

  it('because the server refused it lets a call find out why, and is tried again as ever', () => {
    const { live, lines, last } = start()
    const listener = vi.fn<() => void>()
    live.subscribe(listener)
    last().onEnd('invalid-token')
    vi.advanceTimersByTime(SOON_MS)
    expect(listener).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(5_501)
    expect(lines).toHaveLength(2)
    last().onEnd('invalid-token')
    vi.advanceTimersByTime(5_501)
    expect(lines).toHaveLength(3)
    expect(listener).toHaveBeenCalledTimes(1)
  })
})

describe('a page that nobody sees', () => {
  it('has no connection, and gets one at once when it is seen again', () => {
    const { live, lines, last, change } = start()
    live.subscribe(vi.fn<() => void>())
    change({ isVisible: false })
    expect(last().isClosed).toBe(true)
    vi.advanceTimersByTime(600_000)
    expect(lines).toHaveLength(1)
    change({ isVisible: true })
    expect(lines).toHaveLength(2)
    expect(last().isClosed).toBe(false)
  })

  it('gives up waiting for the next try', () => {
    const { live, lines, last, change } = start()
    live.subscribe(vi.fn<() => void>())
    last().onEnd(undefined)
    change({ isVisible: false })
    vi.advanceTimersByTime(600_000)
    expect(lines).toHaveLength(1)
    change({ isVisible: true })
    expect(lines).toHaveLength(2)
    vi.advanceTimersByTime(600_000)
    expect(lines).toHaveLength(2)
  })

  it('opened in the background waits until it is seen', () => {
    const { live, lines, change } = start()
    change({ isVisible: false })
    live.subscribe(vi.fn<() => void>())
    change({ isVisible: false })
    expect(lines).toHaveLength(0)
    change({ isVisible: true })
    expect(lines).toHaveLength(1)
  })
})

describe('the token', () => {
  it('decides whose connection it is: another member has another one, a guest none', () => {
    const { live, lines, open, change } = start()
    live.subscribe(vi.fn<() => void>())
    change({})
    expect(lines).toHaveLength(1)
    change({ token: 'two' })
    expect(open().map(({ token }) => token)).toEqual(['two'])
    change({ token: null })
    expect(open()).toEqual([])
    vi.advanceTimersByTime(600_000)
    expect(lines).toHaveLength(2)
    change({ token: 'three' })
    expect(open().map(({ token }) => token)).toEqual(['three'])
  })

  it('that is new is tried at once, though the one before was refused', () => {
    const { live, last, open, change } = start()
    live.subscribe(vi.fn<() => void>())
    last().onEnd('EXPIRED_AUTH_TOKEN')
    change({ token: 'two' })
    expect(open().at(-1)?.token).toBe('two')
    vi.advanceTimersByTime(600_000)
    expect(open().filter(({ token }) => token === 'one')).toHaveLength(1)
  })
})

describe('whoever follows', () => {
  const follower = () => ({
    onNews: vi.fn<(news: string) => void>(),
    onOpen: vi.fn<() => void>(),
    onLost: vi.fn<() => void>(),
  })
  const heard = ({ onNews, onOpen, onLost }: ReturnType<typeof follower>): unknown[] => [
    onNews.mock.calls.flat(),
    onOpen.mock.calls.length,
    onLost.mock.calls.length,
  ]

  it('[CHT-041] hears the news themselves as they come, and of every end and return of the connection', () => {
    const { live, last, lines } = start()
    const one = follower()
    const stop = live.follow(one)
    expect(heard(one)).toEqual([[], 0, 0])
    last().onOpen()
    last().onNews('a')
    last().onNews('b')
    expect(heard(one)).toEqual([['a', 'b'], 1, 0])
    last().onEnd(undefined)
    expect(heard(one)).toEqual([['a', 'b'], 1, 1])
    vi.advanceTimersByTime(5_501)
    last().onOpen()
    expect(heard(one)).toEqual([['a', 'b'], 2, 1])
    stop()
    expect(last().isClosed).toBe(true)
    last().onNews('late')
    expect(heard(one)).toEqual([['a', 'b'], 2, 1])
    expect(lines).toHaveLength(2)
  })

  it('shares the connection with those who want hints, and knows at once that it stands', () => {
    const { live, last, lines } = start()
    const listener = vi.fn<() => void>()
    live.subscribe(listener)
    last().onOpen()
    vi.advanceTimersByTime(SOON_MS)
    const one = follower()
    const stop = live.follow(one)
    expect(heard(one)).toEqual([[], 1, 0])
    last().onNews('a')
    vi.advanceTimersByTime(SOON_MS)
    expect(listener).toHaveBeenCalledTimes(1)
    stop()
    expect(last().isClosed).toBe(false)
    expect(lines).toHaveLength(1)
  })

  it('is not told of a connection that is given up because nobody sees the page, and is of the next', () => {
    const { live, last, change } = start()
    const one = follower()
    live.follow(one)
    last().onOpen()
    change({ isVisible: false })
    vi.advanceTimersByTime(600_000)
    expect(heard(one)).toEqual([[], 1, 0])
    change({ isVisible: true })
    last().onOpen()
    expect(heard(one)).toEqual([[], 2, 0])
  })
})
