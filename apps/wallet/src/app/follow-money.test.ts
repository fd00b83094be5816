import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followMoney } from './follow-money.ts'

const listeners = vi.hoisted(() => new Set<() => void>())
vi.mock('../lib/socket.ts', () => ({
  subscribeWallet(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}))

let client: QueryClient
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
})
afterEach(() => client.clear())

function tell(): void {
  for (const listener of listeners) listener()
}

/** Something on the page that shows a query, and the calls it made; each is answered by hand. */
function show(queryKey: readonly string[]) {
  const asked: PromiseWithResolvers<string>[] = []
  const queryFn = (): Promise<string> => {
    const answer = Promise.withResolvers<string>()
    asked.push(answer)
    return answer.promise
  }
  const observer = new QueryObserver(client, { queryKey: [...queryKey], queryFn })
  const stop = observer.subscribe(() => undefined)
  return { asked, stop, data: () => observer.getCurrentResult().data }
}

describe('news of money', () => {
  it('have home, the history and what is known of rewards asked again, and nothing that asks the providers', async () => {
    const stop = followMoney(client)
    const keys = [['home'], ['statement', '1'], ['rewards', 'refund', 'check'], ['game-readings'], ['profile']]
    const shown = keys.map(show)
    for (const { asked } of shown) asked[0]?.resolve('before')
    await expect.poll(() => shown.map(({ data }) => data())).toEqual(Array(5).fill('before'))
    tell()
    expect(shown.map(({ asked }) => asked.length)).toEqual([2, 2, 2, 1, 1])
    shown[0]?.asked[1]?.resolve('after')
    await expect.poll(() => shown[0]?.data()).toBe('after')
    stop()
    tell()
    expect(shown[0]?.asked).toHaveLength(2)
  })

  it('have home asked again after its first answer, which may be older than they', async () => {
    const stop = followMoney(client)
    const home = show(['home'])
    tell()
    expect(home.asked).toHaveLength(1)
    home.asked[0]?.resolve('before')
    await expect.poll(() => home.asked).toHaveLength(2)
    home.asked[1]?.resolve('after')
    await expect.poll(() => home.data()).toBe('after')
    stop()
  })

  it('leave a first answer that fails to whoever shows it', async () => {
    const stop = followMoney(client)
    const home = show(['home'])
    tell()
    home.asked[0]?.reject(new Error('offline'))
    await expect.poll(() => client.getQueryState(['home'])?.status).toBe('error')
    expect(home.asked).toHaveLength(1)
    stop()
  })
})
