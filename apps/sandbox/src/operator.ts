import type { Currency } from '@krapao/money'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The languages that providers speak: JSON with a bearer key; JSON under a signature; forms with an amount above or
 * below zero under a signature; forms with a token, answered by error codes; PG Soft and JOKER as they publish it.
 */
export type ProviderFamily = 'plain-json' | 'signed-json' | 'signed-form' | 'token-form' | 'pg-soft' | 'joker'

/** A bank whose customers can pay and be paid. */
export interface Bank {
  readonly code: string
  /** Other letters that it is named by. */
  readonly alsoNamed: readonly string[]
  /** The three digits that slips and payments name the bank by. */
  readonly digits: string
  readonly name: string
  readonly currency: Currency
}

/** A provider: the code of its game, what players call that, and the one language that it speaks. */
interface Provider {
  readonly code: string
  readonly name: string
  readonly family: ProviderFamily | null
}

/** Whom the sandbox deals with: what it reads of the file that furnishes the operator. */
export interface Operator {
  /** Whose accounts the wallet's money goes to, unless somebody else is named. */
  readonly name: string
  readonly banks: readonly Bank[]
  readonly providers: readonly Provider[]
  readonly accounts: readonly { bankCode: string; accountNo: string; currency: Currency; mode: string }[]
}

interface OperatorFile {
  banks?: {
    code: string
    digits?: string
    alsoNamed?: string[]
    names: Record<'th' | 'lo', string>
    currency: Currency
  }[]
  games?: { code: string; names: { th: string }; provider?: { family: ProviderFamily } }[]
  depositAccounts?: {
    kind: string
    bankCode: string
    accountName: string
    accountNo: string
    currency: Currency
    mode: string
  }[]
}

/** Wallets, gateways and banks of Laos have no code at the Bank of Thailand: those from 901 on are the sandbox's own. */
const FIRST_OWN_DIGITS = 901

const demoFile = join(import.meta.dirname, '../../../demo/operator.json')

/** The operator of this file, the demo's where it is null. Throws an Error in words when it cannot be read. */
export function readOperator(given: string | null): Operator {
  const file = given ?? demoFile
  let read: OperatorFile
  try {
    read = JSON.parse(readFileSync(file, 'utf8')) as OperatorFile
  } catch (error) {
    throw new Error(`The operator's file ${file} cannot be read.`, { cause: error })
  }
  const { banks = [], games = [], depositAccounts = [] } = read
  const withoutDigits = [
    ...banks.filter(({ digits, currency }) => digits === undefined && currency === 'LAK'),
    ...banks.filter(({ digits, currency }) => digits === undefined && currency !== 'LAK'),
  ]
  return {
    name: depositAccounts[0]?.accountName ?? 'OPERATOR',
    banks: banks.map((bank) => ({
      code: bank.code,
      alsoNamed: bank.alsoNamed ?? [],
      digits: bank.digits ?? String(FIRST_OWN_DIGITS + withoutDigits.indexOf(bank)),
      name: bank.currency === 'LAK' ? bank.names.lo : bank.names.th,
      currency: bank.currency,
    })),
    providers: games.map(({ code, names, provider }) => ({ code, name: names.th, family: provider?.family ?? null })),
    accounts: depositAccounts.filter(({ kind }) => kind === 'bank'),
  }
}
