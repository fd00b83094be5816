import type {
  AnswerOf,
  calls,
  ContentAccount,
  ContentBanner,
  ContentGame,
  ContentParagraphs,
  ContentPart,
  ContentWords,
} from '@krapao/contract'
import type { Language } from '@krapao/web'

/** Answers by their paths; a function is given what the server itself answers. */
export type Answers = Readonly<Record<string, object | ((real: object) => object)>>

const at = '2026-01-05T03:04:05.000Z'
const none = { amount: 0, success: 0, fail: 0 }
const bank = { nameTH: 'ธนาคารตัวอย่าง', nameLO: 'ທະນາຄານຕົວຢ່າງ', nameEN: 'Example Bank', latinNamesOnly: false }

function homeOf(slots: AnswerOf<typeof calls.walletHome>['slots']): AnswerOf<typeof calls.walletHome> {
  return {
    profile: { _id: '0'.repeat(24), memberId: '10000001', username: '0800000000', name: 'มะลิ', createdAt: at },
    bankAccount: { bankCode: 'SCB', bankAccountName: 'MALI JAIDEE', bankAccountNo: '1234567890', bank },
    wallet: { amount: 8381 },
    invite: none,
    slots,
  }
}

const bonus: AnswerOf<typeof calls.bonusList>['bonuses'][number] = {
  code: 'EXAMPLE',
  name: '20%',
  type: 'day',
  maxReceived: 1,
  percentFail: 5,
  banners: [],
  userBonus: null,
}

const protection: Omit<AnswerOf<typeof calls.protection>, 'help'> = {
  limits: [],
  exclusion: null,
  locked: 0,
  realityCheckMinutes: null,
  net: [],
}

/** What a member who has done nothing yet is answered; one who stands for all of them. */
const ofMember: Answers = {
  '/api/wallet/home': homeOf([]),
  '/api/wallet/refresh/slot': { wallet: { amount: 8381 }, slots: [] },
  '/api/account/profile': (({ profile, bankAccount }) => ({ profile, bankAccount }))(homeOf([])),
  '/api/statement': { total: 0, statements: [] },
  '/api/bonus': { bonuses: [bonus] },
  '/api/bonus/check/active': { status: false, type: null, kind: null, name: null, progress: null },
  '/api/invite/bonus': none,
  '/api/invite': { total: 0, invites: [] },
  '/api/refund/check': { result: false, bonus: false, info: '', refundAmount: 0, refundSuccess: 0, refundFail: 0 },
  '/api/refund': { total: 0, refunds: [] },
  '/api/invite/banners': { banners: [] },
  '/api/refund/banners': { banners: [] },
  '/api/protection': { ...protection, help: '' },
  '/api/lookup/enableChatWidget': { enableChatWidget: false },
}

const howto: Partial<Record<ContentPart, string>> = {
  howtoWallet: 'wallet',
  howtoGame: 'game',
  howtoBalance: 'balance',
  howtoBonusReceive: 'bonus-receive',
  howtoBonusEnd: 'bonus-end',
}

/** What the server would say of texts once they stood: as it does, Thai is said where a language has none. */
function ofTexts(part: ContentPart, paragraphs: readonly string[]): Answers {
  const html = paragraphs.join('')
  const steps = howto[part]
  if (steps !== undefined) {
    return {
      '/api/lookup/howto': (real) => ({
        steps: { ...('steps' in real ? (real.steps as object) : {}), [steps]: paragraphs },
      }),
    }
  }
  if (part === 'condition') return { '/api/lookup/conditions': { conditions: paragraphs } }
  if (part === 'agreement') return { '/api/lookup/agreements': { agreements: paragraphs } }
  if (part === 'notice') return { '/api/lookup/notice': { notice: html } }
  if (part === 'help') return { '/api/protection': { ...protection, help: html } }
  if (part === 'withdraw') return { '/api/lookup/withdraw': (real) => ({ ...real, info: html }) }
  if (part === 'slip') return { '/api/lookup/slip': (real) => ({ ...real, info: html, isOpen: true }) }
  return { '/api/lookup/contact': (real) => ({ ...real, contactText: html }) }
}

function ofGames(games: readonly ContentGame[], language: Language): Answers {
  const slots = games.map(({ code, names, logo, background }) => ({
    code,
    logo,
    background,
    name: names[language],
    isActive: false,
    amount: 0,
    ftWalletSlot: 1,
    category: 'slot' as const,
    web: null,
    android: null,
    ios: null,
    autoLogin: null,
  }))
  return {
    '/api/wallet/home': homeOf(slots),
    '/api/wallet/refresh/slot': {
      wallet: { amount: 8381 },
      slots: slots.map(({ code }) => ({ code, amount: 0, isActive: false, stale: false })),
    },
  }
}

function ofAccounts(
  accounts: readonly ContentAccount[],
  names: readonly BankNames[],
): AnswerOf<typeof calls.lookupDeposit> {
  const baht = (minor: number): number => minor / 100
  return {
    isManual: true,
    banks: accounts
      .filter(({ kind }) => kind === 'bank')
      .map(({ bankCode = '', mode, bankType = null, accountName, accountNo, currency, qr = null }) => {
        const { nameTH, nameEN, nameLO } = names.find(({ code }) => code === bankCode) ?? {
          nameTH: bankCode,
          nameEN: bankCode,
          nameLO: bankCode,
        }
        return {
          bankCode,
          mode,
          bankType,
          currency,
          bank: { nameTH, nameEN, nameLO },
          bankAccountName: accountName,
          bankAccountNo: accountNo ?? '',
          qr: qr && { minimum: baht(qr.minimumMinor), presets: qr.presetsMinor.map(baht) },
        }
      }),
    wallets: accounts
      .filter(({ kind }) => kind === 'wallet')
      .map(({ accountName, accountNo, mode }) => {
        return { walletAccountName: accountName, mode, walletAccountNo: accountNo ?? '' }
      }),
  }
}

type BankNames = Pick<AnswerOf<typeof calls.lookupBanks>['banks'][number], 'code' | 'nameTH' | 'nameEN' | 'nameLO'>

/** Everything that the app is answered with what was written in place of what stands. */
export function answersFor(part: ContentPart, document: unknown, language: Language): Answers {
  return { ...ofMember, ...ofPart(part, document, language) }
}

function ofPart(part: ContentPart, document: unknown, language: Language): Answers {
  if (document === undefined) return {}
  if (part === 'banners') {
    const said = document as Readonly<Record<'invite' | 'refund', readonly ContentBanner[]>>
    const of = (where: 'invite' | 'refund') => ({
      banners: said[where].map(({ image, html }) => ({ image, html: html[language] })),
    })
    return { '/api/invite/banners': of('invite'), '/api/refund/banners': of('refund') }
  }
  if (part === 'channels') return { '/api/lookup/contact': (real) => ({ ...real, ...(document as object) }) }
  if (part === 'games') return ofGames(document as readonly ContentGame[], language)
  if (part === 'sources') {
    const sources = document as readonly { code: string; names: ContentWords }[]
    return {
      '/api/lookup/sources': { sources: sources.map(({ code, names }) => ({ code, description: names[language] })) },
    }
  }
  if (part === 'depositAccounts') {
    const accounts = document as readonly ContentAccount[]
    return {
      '/api/lookup/deposit': (real) => {
        const { banks } = real as AnswerOf<typeof calls.lookupDeposit>
        return ofAccounts(
          accounts,
          banks.map(({ bankCode, bank: named }) => ({ code: bankCode, ...named })),
        )
      },
    }
  }
  const texts = document as ContentParagraphs
  return ofTexts(part, texts[language].length > 0 ? texts[language] : texts.th)
}
