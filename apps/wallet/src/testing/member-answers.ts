import type { FakeAnswers } from './fake-server.ts'

/** What the home of a member holds who has 1,500 baht and no games. */
export const memberHome = {
  profile: {
    _id: 'a'.repeat(24),
    memberId: '10000001',
    username: '0812345678',
    name: 'Som',
    createdAt: '2026-01-05T03:04:05.000Z',
  },
  bankAccount: {
    bankCode: 'KTB',
    bankAccountName: 'SOM DEE',
    bankAccountNo: '1234567890',
    bank: { nameTH: 'ธนาคารกรุงไทย', nameEN: 'Krungthai', nameLO: 'ທະນາຄານກຸງໄທ', latinNamesOnly: true },
  },
  wallet: { amount: 1500 },
  invite: { amount: 20, success: 0, fail: 0 },
  slots: [],
}

/** What a server answers to a member whose pages have nothing wrong. */
export const memberAnswers: FakeAnswers = {
  'GET /api/wallet/home': memberHome,
  'GET /api/wallet/refresh/slot': { wallet: { amount: 1500 }, slots: [] },
  'GET /api/account/profile': { profile: memberHome.profile, bankAccount: memberHome.bankAccount },
  'GET /api/account/sessions': { sessions: [] },
  'POST /api/statement': { total: 0, statements: [] },
  'GET /api/bonus': { bonuses: [] },
  'GET /api/bonus/check/active': { status: false, type: null, kind: null, name: null, progress: null },
  'GET /api/lookup/notice': { notice: '<p>Ends below %percentFail% per cent</p>' },
  'GET /api/invite/banners': { banners: [] },
  'GET /api/invite/bonus': { amount: 20, success: 0, fail: 0 },
  'POST /api/invite': { total: 0, invites: [] },
  'GET /api/refund/banners': { banners: [] },
  'GET /api/refund/check': {
    result: false,
    bonus: false,
    info: '',
    refundAmount: 0,
    refundSuccess: 0,
    refundFail: 0,
  },
  'POST /api/refund': { total: 0, refunds: [] },
  'GET /api/lookup/contact': {
    contactText: '<p>Call <b>us</b></p>',
    lineLink: null,
    lineName: null,
    lineQR: 'https://line.example/qr.png',
  },
  'GET /api/lookup/conditions': { conditions: ['<p>First <b>rule</b></p>', '<p>Second rule</p>'] },
  'GET /api/lookup/agreements': { agreements: ['<p>First <b>term</b></p>', '<p>Second term</p>'] },
  'POST /api/logout': { code: 'OK' },
}
