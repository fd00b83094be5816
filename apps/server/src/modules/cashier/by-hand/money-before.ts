import type { DecisionEvidence } from '@krapao/contract'
import type { EntryRecord } from '@krapao/ledger'
import { toWireAmount } from '@krapao/money'
import { accounts } from '../books/accounts.ts'
import type { CashierParts } from '../cashier.parts.ts'

/** So many steps are shown at most, and so many entries looked at for them: who plays on while he waits has newer ones. */
const STEPS_MAX = 12
const ENTRIES_AT_ONCE = 60
const PAGES_MAX = 5

type Money = NonNullable<DecisionEvidence['money']>

/** Whence the money came that somebody asks for: what went in and out of his wallet since it was last empty before that. */
export async function moneyBefore(
  parts: Pick<CashierParts, 'database' | 'ledger'>,
  { memberId, createdAt }: { memberId: string; createdAt: Date },
): Promise<Money> {
  const wallet = accounts.wallet(memberId)
  const entries = await newestBefore(parts, wallet, createdAt)
  const empty = entries.findIndex(({ balanceMinor }) => balanceMinor === 0)
  // The newest twelve; one that left nothing stands for what came before it.
  const shown = (empty < 0 ? entries : entries.slice(0, empty)).slice(0, STEPS_MAX).toReversed()
  const others = await otherEnds(parts, wallet, shown)
  const isWhole = empty >= 0 && empty <= STEPS_MAX
  return {
    since: isWhole ? (entries[empty]?.recordedAt.toISOString() ?? null) : startOf(shown),
    steps: shown.map(({ transfer, recordedAt, amountMinor, balanceMinor }) => {
      const other = endName(others.get(transfer) ?? '')
      const [from, to] = amountMinor < 0 ? ['wallet', other] : [other, 'wallet']
      const [amount, balance] = [toWireAmount(amountMinor), toWireAmount(balanceMinor)]
      return { at: recordedAt.toISOString(), from, to, amount, balance }
    }),
  }
}

/** A wallet that never was empty began so with its first entry. */
function startOf([first]: readonly EntryRecord[]): string | null {
  return first?.number === 1 ? first.recordedAt.toISOString() : null
}

/** The newest entries that are not younger than a moment, newest first; none of months that are detached. */
async function newestBefore(
  { database, ledger }: Pick<CashierParts, 'database' | 'ledger'>,
  wallet: string,
  moment: Date,
): Promise<EntryRecord[]> {
  let beforeNumber: number | undefined
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const entries = await ledger.entries(database, wallet, {
      limit: ENTRIES_AT_ONCE,
      attachedOnly: true,
      ...(beforeNumber === undefined ? {} : { beforeNumber }),
    })
    const older = entries.filter(({ recordedAt }) => recordedAt <= moment)
    if (older.length > STEPS_MAX || entries.length < ENTRIES_AT_ONCE) return older
    beforeNumber = (older[0] ?? entries.at(-1))?.number
    if (beforeNumber !== undefined && older.length > 0) beforeNumber += 1
  }
  return []
}

/** Against which account each was booked. */
async function otherEnds(
  { database, ledger }: Pick<CashierParts, 'database' | 'ledger'>,
  wallet: string,
  entries: readonly EntryRecord[],
): Promise<ReadonlyMap<string, string>> {
  const [first, last] = [entries[0], entries.at(-1)]
  if (first === undefined || last === undefined) return new Map()
  const flows = await ledger.flowEntries(
    database,
    {
      under: wallet,
      currency: 'BAHT',
      from: first.recordedAt,
      until: new Date(last.recordedAt.getTime() + 1),
      after: new Map([[wallet, first.number - 1]]),
      through: new Map([[wallet, last.number]]),
    },
    { codes: [], accounts: [wallet], behind: null, limit: STEPS_MAX },
  )
  return new Map(flows.map(({ transfer, other }) => [transfer, other]))
}

/** "bank:SCB" of `house/bank:SCB`, "game:PG" of a member's. */
function endName(account: string): string {
  return account.replace(/^house\/|^member\/[^/]+\//, '')
}
