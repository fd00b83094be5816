import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@krapao/contract'
import { expect, it } from 'vitest'
import { createClient } from './client.ts'
import { newPlayer, walletOf } from './players.ts'
import { startProduct } from './product.ts'
import { createSandbox } from './sandbox.ts'
import { checkLedger, statementOf, transfer } from './stories.ts'

// As docs/operations.md says it of the embedded database: stop, copy the folder, start. On PostgreSQL `npm run cluster`
// tries its own way.
it('a copy of the data folder of a stopped server is a backup: a server on it has everything', async ({ skip }) => {
  if ((process.env['TEST_DATABASE_URL'] ?? '') !== '') return skip('there is no folder: the database is PostgreSQL')
  const copy = mkdtempSync(join(tmpdir(), 'krapao-copy-'))
  const product = await startProduct()
  try {
    const world = { product, api: createClient(product.walletUrl), sandbox: createSandbox(product.sandboxUrl) }
    const player = await newPlayer(world, { amount: 300, games: ['PG'] })
    await transfer(world, player, 'WALLET', 'PG', 100)
    await Promise.all([product.server.stop(), product.sandbox.stop()])
    cpSync(product.dataFolder, copy, { recursive: true })
    // What happens to the first one after the copy is not in it.
    await Promise.all([product.server.start(), product.sandbox.start()])
    await transfer(world, player, 'WALLET', 'PG', 50)

    const restored = await startProduct({ KRAPAO_DATA: copy })
    try {
      const again = { product: restored, api: createClient(restored.walletUrl), sandbox: world.sandbox }
      expect(await walletOf(again, player)).toBe(200)
      expect((await statementOf(again, player)).map(({ amount }) => amount)).toEqual([100, 300])
      await checkLedger(again)
      // The secret is in the folder too: he is still logged in, and his game account can be opened.
      const { username } = await again.api.ok(calls.walletAccount, {
        token: player.token,
        params: { slotCode: 'PG' },
      })
      expect(username).not.toBe('')
    } finally {
      await restored.close()
    }
  } finally {
    await product.close()
    rmSync(copy, { recursive: true, force: true })
  }
})
