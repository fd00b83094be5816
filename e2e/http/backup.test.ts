import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@krapao/contract'
import { expect, it } from 'vitest'
import { createClient, waitUntil } from '../stage/client.ts'
import { drawnQr, logIn, newPlayer, ownAccountOf, payIn, walletOf, type World } from '../stage/players.ts'
import { startProduct } from '../stage/product.ts'
import { createSandbox } from '../stage/sandbox.ts'
import {
  allowWithdrawals,
  checkLedger,
  checkSums,
  historyOf,
  setSetting,
  showLogOnFailure,
  transfer,
  withdraw,
} from '../stage/stories.ts'

// As docs/operations.md says it of the embedded database: stop, copy the folder, start; and what is done when such a copy
// stands in the place of what was lost. On PostgreSQL `npm run cluster` tries its own way.
it('a copy of the data folder is put back, and what was done since comes back from the bank and the games, once', async (context) => {
  const copy = mkdtempSync(join(tmpdir(), 'krapao-copy-'))
  const product = await startProduct({}, { isEmbedded: true })
  const world = { product, api: createClient(product.walletUrl), sandbox: createSandbox(product.sandboxUrl) }
  showLogOnFailure(world, context)
  try {
    await allowWithdrawals(world, 9)
    const player = await newPlayer(world, { amount: 600, games: ['PG'] })
    await transfer(world, player, 'WALLET', 'PG', 100)
    const drawnBefore = await drawnQr(world, player, 40)
    // A person looks at withdrawals above 140 baht: this one waits when the copy is made.
    await deed(world, 'settings', 'set', 'secondPerson', 'off')
    await setSetting(world, 'withdrawAutoMaxMinor', 140_00)
    await deed(world, 'settings', 'set', 'secondPerson', 'on')
    const { _id: waiting } = (await withdraw(world, player, 150)).body
    await waitUntil(
      'it waits',
      () => deed(world, 'withdrawals', 'list'),
      (text) => text.includes(`${waiting}  withdrawal  AMOUNT`),
    )
    await product.server.stop()
    cpSync(product.dataFolder, copy, { recursive: true, filter: isOfServer })
    await product.server.start()

    // What the copy knows nothing of: the bank has it, and the game.
    expect(await deed(world, 'withdrawals', 'pay', waiting)).toContain(': done')
    await world.sandbox.pay(drawnBefore, ownAccountOf(player))
    await waitUntil(
      'it is paid',
      () => world.sandbox.payoutsTo(player.bank.bankAccountNo),
      ([payout]) => payout?.state === 'PAID',
    )
    await waitUntil(
      'the QR is credited',
      () => walletOf(world, player),
      (amount) => amount === 390,
    )
    await payIn(world, player, 70)
    expect((await transfer(world, player, 'WALLET', 'PG', 50)).status).toBe(200)
    const { _id: unknown } = (await withdraw(world, player, 130)).body
    const before = await checkSums(world, player, { deposited: 710, withdrawn: 280 })
    expect(before).toEqual({ wallet: 280, games: { PG: 150 } })

    // The machine is lost. Nobody outside is heard before the copy is marked.
    await Promise.all([product.server.stop('SIGKILL'), product.sandbox.stop()])
    for (const name of readdirSync(product.dataFolder))
      if (isOfServer(name)) rmSync(join(product.dataFolder, name), { recursive: true })
    cpSync(copy, product.dataFolder, { recursive: true })
    await product.server.start(`${product.walletUrl}/health`)
    expect(await deed(world, 'restore', 'mark')).toContain('Marked')
    await product.sandbox.start()
    // The secret is in the folder too: who was logged in then still is, and he who was not logs in.
    const { token } = player
    expect((await world.api.ok(calls.walletAccount, { token, params: { slotCode: 'PG' } })).username).not.toBe('')
    await logIn(world, player.phone)

    // The bank tells of both payments: that of the copy's QR is credited, the other one is nobody's until somebody looks.
    await waitUntil(
      'the QR of the copy is credited',
      () => walletOf(world, player),
      (amount) => amount === 390,
    )
    const forgotten = await caseOf(world, 'PAYMENT_FORGOTTEN')
    // The bank has paid what the copy has waiting: it is not paid again, nor given back.
    expect(await deed(world, 'withdrawals', 'return', waiting, 'OWN_REQUEST')).toContain('PAID')
    // Of the other payout the copy knows nothing: it is written into it as it was.
    expect(await deed(world, 'withdrawals', 'remember', unknown, player.phone, '130')).toContain('went from the wallet')
    // What is asked for now waits, whatever its amount.
    const { _id: asked } = (await withdraw(world, player, 110)).body
    expect(await deed(world, 'withdrawals', 'list')).toContain(`${asked}  withdrawal  RESTORED`)
    const { slots } = await world.api.ok(calls.walletRefreshSlot, { token })
    expect(slots.find(({ code }) => code === 'PG')).toMatchObject({ stale: true, amount: 100 })
    const reading = (await deed(world, 'readings', 'list')).split('\n').find((line) => line.includes(player.memberId))
    expect(await deed(world, 'settings', 'set', 'secondPerson', 'off')).toContain('off')
    // Twice at once, as two people do it who do not know of each other.
    for (const words of [
      ['cases', 'credit', forgotten, player.phone],
      ['readings', 'transfer', reading?.split(' ')[0] ?? ''],
    ]) {
      const answers = await Promise.all([1, 2].map(() => product.operator(...words)))
      expect(answers.filter(({ exitCode }) => exitCode === 0)).toHaveLength(1)
    }
    expect(await deed(world, 'audit')).toMatch(/^The ledger is right/)
    expect(await deed(world, 'restore', 'end')).toBe('Ended.')
    expect(await deed(world, 'withdrawals', 'pay', asked)).toContain(': done')

    const after = await checkSums(world, player, { deposited: 710, withdrawn: 390 })
    expect(after).toEqual({ wallet: 170, games: { PG: 150 } })
    expect((await historyOf(world, player)).toSorted()).toEqual([
      'deposit BANK>WALLET 40 SUCCESS',
      'deposit BANK>WALLET 600 SUCCESS',
      'deposit BANK>WALLET 70 SUCCESS',
      'transfer WALLET>PG 100 SUCCESS',
      'transfer WALLET>PG 50 SUCCESS',
      'withdraw WALLET>BANK 110 SUCCESS',
      'withdraw WALLET>BANK 130 SUCCESS',
      'withdraw WALLET>BANK 150 SUCCESS',
    ])
    expect(await deed(world, 'cases', 'list')).toBe('Nothing waits.')
    // Play goes on: a withdrawal that a person need not look at is paid by itself again.
    await transfer(world, player, 'PG', 'WALLET', 150)
    await withdraw(world, player, 120)
    await checkSums(world, player, { deposited: 710, withdrawn: 510 })
    await checkLedger(world)
  } finally {
    await product.close()
    rmSync(copy, { recursive: true, force: true })
  }
})

/** The outside world of these tests keeps its books in the same folder; it was not lost. */
function isOfServer(path: string): boolean {
  return !path.includes('sandbox.sqlite')
}

async function deed({ product }: World, ...words: readonly string[]): Promise<string> {
  return (await product.operator(...words)).text
}

/** The id of the case that the list tells of in these words, once there is one. */
async function caseOf(world: World, words: string): Promise<string> {
  const find = async () => (await deed(world, 'cases', 'list')).split('\n').find((line) => line.includes(words))
  return (await waitUntil(`a case: ${words}`, find, (line) => line !== undefined))?.split(' ')[0] ?? ''
}
