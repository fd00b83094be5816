import type { FakeAnswers } from '../../testing/fake-server.ts'
import type { MemberProfile, Session } from './profile.api.ts'

const names = {
  SCB: ['ธนาคารไทยพาณิชย์', 'Siam Commercial Bank', 'ທະນາຄານໄທພານິດ'],
  KTB: ['ธนาคารกรุงไทย', 'Krungthai Bank', 'ທະນາຄານກຸງໄທ'],
  TMB: ['ธนาคารทหารไทยธนชาต', 'TMBThanachart Bank', 'ທະນາຄານທະຫານໄທ'],
  BBL: ['ธนาคารกรุงเทพ', 'Bangkok Bank', 'ທະນາຄານບາງກອກ'],
} as const
type BankCode = keyof typeof names

function bankOf(code: BankCode): MemberProfile['bankAccount']['bank'] {
  const [nameTH, nameEN, nameLO] = names[code]
  return { nameTH, nameEN, nameLO, latinNamesOnly: code !== 'SCB' }
}

/** A member with an account at a bank. */
export function member(
  bankCode: BankCode = 'SCB',
  bankAccountName = 'SOMCHAI JAIDEE',
  bankAccountNo = '1234567890',
): MemberProfile {
  return {
    profile: {
      _id: 'a'.repeat(24),
      memberId: '48160787',
      username: '0812345678',
      name: 'สมชาย ใจดี',
      createdAt: '2026-01-05T03:04:05.000Z',
    },
    bankAccount: { bankCode, bankAccountName, bankAccountNo, bank: bankOf(bankCode) },
  }
}

export const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const android =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Mobile Safari/537.36'

/** A session, of an hour ago unless said otherwise. */
export function session(mark: string, given: Partial<Session> = {}): Session {
  return {
    _id: mark.repeat(24),
    createdAt: '2026-11-20T10:00:00.000Z',
    lastUsedAt: new Date(Date.now() - 3_600_000).toISOString(),
    expiresAt: '2099-01-01T00:00:00.000Z',
    device: android,
    place: '203.0.113.x',
    isNewDevice: false,
    isCurrent: false,
    ...given,
  }
}

/** What a server answers to whoever looks at this profile. */
export function profileAnswers(given: MemberProfile = member()): FakeAnswers {
  return {
    'GET /api/account/profile': given,
    'GET /api/account/sessions': { sessions: [session('c', { isCurrent: true })] },
    'GET /api/lookup/banks': {
      banks: (Object.keys(names) as BankCode[]).map((code) => ({ code, currency: 'BAHT', ...bankOf(code) })),
    },
  }
}
