import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '@krapao/web/look.css'
import { clockOf, Countdown } from './countdown.tsx'

const startMs = Date.parse('2026-11-21T05:00:00.250Z')
let nowMs = startMs

/** Lets time pass for the countdown's clock and its timers alike. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 250) {
    nowMs += 250
    await vi.advanceTimersByTimeAsync(250)
  }
}

const readNowMs = (): number => nowMs
const timer = page.getByRole('timer')

beforeEach(() => {
  nowMs = startMs
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => vi.useRealTimers())

describe('a countdown', () => {
  it('is written as mm:ss, a second that has begun counted whole', () => {
    expect([900_000, 899_001, 899_000, 60_000, 59_999, 1, 0, -5_000].map(clockOf)).toEqual([
      '15:00',
      '15:00',
      '14:59',
      '01:00',
      '01:00',
      '00:01',
      '00:00',
      '00:00',
    ])
    expect(clockOf(3_600_000)).toBe('60:00')
  })

  it('steps with each second of its clock, and leaves none out', async () => {
    await render(
      <Countdown
        label="Left"
        endsAtMs={startMs + 899_750}
        wholeMs={900_000}
        readNowMs={readNowMs}
        onEnd={() => undefined}
      />,
    )
    const seen = new Set<string>()
    for (let quarter = 0; quarter < 20; quarter += 1) {
      seen.add(timer.element().textContent ?? '')
      await pass(250)
    }
    expect([...seen]).toEqual(['Left 15:00', 'Left 14:59', 'Left 14:58', 'Left 14:57', 'Left 14:56', 'Left 14:55'])
  })

  it('says once that the last minute has begun, and once that it is over', async () => {
    const onShort = vi.fn()
    const onEnd = vi.fn()
    await render(
      <Countdown
        label="Left"
        endsAtMs={startMs + 62_000}
        wholeMs={62_000}
        readNowMs={readNowMs}
        onEnd={onEnd}
        onShort={onShort}
      />,
    )
    const colour = (): string => getComputedStyle(timer.element().querySelector('b') ?? timer.element()).color
    await pass(1_000)
    const usual = colour()
    expect([onShort.mock.calls.length, onEnd.mock.calls.length]).toEqual([0, 0])
    await pass(2_000)
    await expect.element(timer).toHaveTextContent('Left 00:59')
    expect([onShort.mock.calls.length, onEnd.mock.calls.length]).toEqual([1, 0])
    expect(colour()).not.toBe(usual)
    await pass(70_000)
    await expect.element(timer).toHaveTextContent('Left 00:00')
    expect([onShort.mock.calls.length, onEnd.mock.calls.length]).toEqual([1, 1])
  })

  it('is over at once when its end has passed', async () => {
    const onEnd = vi.fn()
    await render(<Countdown label="Left" endsAtMs={startMs - 1} wholeMs={1} readNowMs={readNowMs} onEnd={onEnd} />)
    await expect.element(timer).toHaveTextContent('Left 00:00')
    expect(onEnd).toHaveBeenCalledTimes(1)
  })
})
