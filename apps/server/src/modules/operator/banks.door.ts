import type { Sql } from '../../platform/database/types.ts'
import { createSharedLook } from '../../platform/shared-look.ts'
import { type BankNames, bankNames, nameOf, ownFirst } from './banks.rules.ts'
import { type Bank, type KnownBank, readBanks } from './banks.store.ts'
import { type DepositAccounts, type DepositBank, readDepositAccounts } from './deposit-accounts.store.ts'
import type { OperatorParts } from './operator.parts.ts'
import type { Settings } from './operator.settings.ts'
import { KEPT_MS } from './settings.door.ts'

/** What other modules may ask of banks, and of the accounts where members pay in. */
export function createBanksDoor(
  { database, clock }: OperatorParts,
  settings: () => Promise<Pick<Settings, 'country'>>,
) {
  const memory = createSharedLook(clock, KEPT_MS, async () => {
    const rows = await readBanks(database)
    return { rows, names: bankNames(rows) }
  })
  return {
    /** The banks that members can choose for their account; those of the operator's own country first. */
    async banks(): Promise<Bank[]> {
      const { country: own } = await settings()
      const banks = (await memory()).rows.filter((bank) => bank.holdsAccounts && bank.isOffered)
      return ownFirst(banks, own).map(({ code, nameTH, nameEN, nameLO, currency, latinNamesOnly }) => {
        return { code, nameTH, nameEN, nameLO, currency, latinNamesOnly }
      })
    },
    /** Any bank by its letters or digits, also one that holds no member's account or is offered no more. */
    async bank(named: string): Promise<KnownBank | null> {
      const { rows, names } = await memory()
      return (
        rows.find(({ code }) => code === named) ?? rows.find((bank) => nameOf(bank) === names.oneName(named)) ?? null
      )
    },
    /** How the banks are named, at most a second old; within a transaction as that one sees it. */
    bankNames: async (tx?: Sql): Promise<BankNames> =>
      tx === undefined ? (await memory()).names : bankNames(await readBanks(tx)),
    /** Where members pay in; what takes money of the operator's own country first. */
    async depositAccounts(): Promise<DepositAccounts> {
      const [{ banks, wallets }, { country: own }] = await Promise.all([readDepositAccounts(database), settings()])
      return { banks: ownFirst(banks, own), wallets }
    },
    /** Whether there is an account at a bank where members pay in; within a transaction as that one sees it. */
    hasDepositBank: async (sql: Sql) => (await readDepositAccounts(sql)).banks.length > 0,
    /** Every bank account of the operator's that money can come to, also those that are offered no more. */
    async receivingAccounts(): Promise<DepositBank[]> {
      const { banks } = await readDepositAccounts(database, { andBefore: true })
      return ownFirst(banks, (await settings()).country)
    },
    forget: () => memory.forget(),
  }
}
