import type { Country } from '@krapao/contract'
import type { Database, Sql } from '../../../platform/database/types.ts'
import type { Settings } from '../operator.settings.ts'
import { type DemoBank, demoBanksOf, demoPaymentBanks } from './banks.ts'
import { demoGames } from './games.ts'
import { demoSources, demoTextsOf } from './texts.ts'

/** What the demo operator sets otherwise than the defaults (rulings 6.6). */
const demoSettings: Partial<Settings> = {
  registerOTP: true,
  enableChatWidget: true,
  chatRobot: true,
  isManual: true,
  giftMobile: '0899990001',
  websiteName: { th: 'กระเป๋า', lo: 'ກະເປົາ', en: 'Krapao' },
  lineLink: 'https://line.example/krapao',
  lineName: '@krapao',
}

interface DemoDepositAccount {
  id: string
  kind: 'bank' | 'wallet'
  bankCode: string | null
  mode: string
  bankType: string | null
  name: string
  number: string | null
  currency: 'BAHT' | 'LAK'
}

const holder = 'KRAPAO DEMO COMPANY LIMITED'

/** Where the demo operator is paid: an account, both QR providers, an account in Laos, and both kinds of wallet. */
const demoDepositAccounts: readonly DemoDepositAccount[] = [
  {
    id: 'demo-scb',
    kind: 'bank',
    bankCode: 'SCB',
    mode: 'AUTO',
    bankType: 'SAVING',
    name: holder,
    number: '1112223334',
    currency: 'BAHT',
  },
  {
    id: 'demo-kbank',
    kind: 'bank',
    bankCode: 'KBANK',
    mode: 'QR',
    bankType: 'SAVING',
    name: holder,
    number: '4445556667',
    currency: 'BAHT',
  },
  {
    id: 'demo-ww',
    kind: 'bank',
    bankCode: 'WW',
    mode: 'QR',
    bankType: 'PAYMENT',
    name: holder,
    number: '099400016550100',
    currency: 'BAHT',
  },
  {
    id: 'demo-bcel',
    kind: 'bank',
    bankCode: 'BCEL',
    mode: 'AUTO',
    bankType: 'SAVING',
    name: holder,
    number: '010120001234567',
    currency: 'LAK',
  },
  {
    id: 'demo-wallet',
    kind: 'wallet',
    bankCode: null,
    mode: 'AUTO',
    bankType: null,
    name: holder,
    number: '0899990001',
    currency: 'BAHT',
  },
  {
    id: 'demo-gift',
    kind: 'wallet',
    bankCode: null,
    mode: 'LINK',
    bankType: null,
    name: holder,
    number: null,
    currency: 'BAHT',
  },
]

async function seedBanks(tx: Sql, banks: readonly DemoBank[], holdsAccounts: boolean): Promise<void> {
  for (const [index, [code, nameTH, nameEN, nameLO]] of banks.entries()) {
    await tx.query(
      `insert into bank (code, name_th, name_en, name_lo, holds_accounts, sort) values ($1, $2, $3, $4, $5, $6)
       on conflict do nothing`,
      [code, nameTH, nameEN, nameLO, holdsAccounts, index],
    )
  }
}

async function seedTexts(tx: Sql, country: Country): Promise<void> {
  for (const [kind, languages] of Object.entries(demoTextsOf(country))) {
    for (const [language, texts] of Object.entries(languages)) {
      for (const [position, html] of texts.entries()) {
        await tx.query(
          `insert into operator_text (kind, language, position, html) values ($1, $2, $3, $4) on conflict do nothing`,
          [kind, language, position, html],
        )
      }
    }
  }
  for (const [index, source] of demoSources.entries()) {
    await tx.query(
      `insert into member_source (code, description_th, description_lo, description_en, sort)
       values ($1, $2, $3, $4, $5) on conflict do nothing`,
      [...source, index],
    )
  }
}

async function seedDepositAccounts(tx: Sql, country: Country): Promise<void> {
  const own = country === 'LA' ? 'LAK' : 'BAHT'
  // Where players of this country pay from their own account comes first.
  const accounts = demoDepositAccounts.toSorted((a, b) => Number(b.currency === own) - Number(a.currency === own))
  for (const [index, account] of accounts.entries()) {
    await tx.query(
      `insert into deposit_account (id, kind, bank_code, mode, bank_type, account_name, account_no, currency, sort)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
      [
        account.id,
        account.kind,
        account.bankCode,
        account.mode,
        account.bankType,
        account.name,
        account.number,
        account.currency,
        index,
      ],
    )
  }
}

async function seedGames(tx: Sql): Promise<void> {
  for (const [sort, game] of demoGames.entries()) {
    await tx.query(
      `insert into game_setting
         (code, name_th, name_lo, name_en, category, factor_ten_thousandths, logo, background, web, android, ios, sort)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict do nothing`,
      [
        game.code,
        game.names.th,
        game.names.lo,
        game.names.en,
        game.category,
        game.factorTenThousandths,
        game.logo,
        game.background,
        game.web,
        game.android,
        game.ios,
        sort,
      ],
    )
  }
}

/** Writes the demo operator in one transaction. Rows that exist stay as they are, so an operator's changes survive. */
export async function seedDemo(database: Database, { country, now }: { country: Country; now: Date }): Promise<void> {
  await database.transaction(async (tx) => {
    for (const [key, value] of Object.entries(demoSettings)) {
      await tx.query(
        'insert into operator_setting (key, value, updated_at) values ($1, $2::text::jsonb, $3) on conflict do nothing',
        [key, JSON.stringify(value), now],
      )
    }
    await seedBanks(tx, demoBanksOf(country), true)
    await seedBanks(tx, demoPaymentBanks, false)
    await seedTexts(tx, country)
    await seedDepositAccounts(tx, country)
    await seedGames(tx)
  })
}
