import type { QueryClient } from '@tanstack/react-query'
import { subscribeWallet } from '../lib/socket.ts'
import { refreshMoney } from '../lib/wallet.ts'

/** Has what shows the member's money asked again whenever that may have moved. Returns how to stop. */
export function followMoney(client: QueryClient): () => void {
  return subscribeWallet(() => {
    refreshMoney(client)
    // Home's first answer, when it is still on its way, may be older than the news, and nobody asks beside it.
    const home = client.getQueryCache().find({ queryKey: ['home'] })
    if (home === undefined || home.state.data !== undefined || home.state.fetchStatus !== 'fetching') return
    home.promise?.then(
      () => refreshMoney(client),
      () => undefined,
    )
  })
}
