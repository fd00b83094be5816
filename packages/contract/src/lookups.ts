import * as v from 'valibot'
import { openCall } from './call.ts'
import { amount, html } from './shapes.ts'

/** The lookups: what the operator shows to everybody. They take `accept-language` and carry an ETag. */

export const lookupInfo = openCall('lookupInfo', 'GET /api/lookup/info', {
  summary: 'Name and address of the website',
  answer: v.object({ name: v.string(), website: v.string() }),
})

export const lookupActive = openCall('lookupActive', 'GET /api/lookup/active', {
  summary: 'Whether the service has ended',
  answer: v.object({ terminated: v.boolean() }),
})

export const lookupRegisterOTP = openCall('lookupRegisterOTP', 'GET /api/lookup/registerOTP', {
  summary: 'Whether registration asks for an OTP',
  answer: v.object({ registerOTP: v.boolean() }),
})

export const lookupEnableChatWidget = openCall('lookupEnableChatWidget', 'GET /api/lookup/enableChatWidget', {
  summary: 'Whether the support chat is shown',
  answer: v.object({ enableChatWidget: v.boolean() }),
})

export const lookupBanks = openCall('lookupBanks', 'GET /api/lookup/banks', {
  summary: 'Banks that a member can have an account at',
  answer: v.object({
    banks: v.array(
      v.object({
        code: v.string(),
        nameTH: v.string(),
        nameEN: v.string(),
        nameLO: v.string(),
        currency: v.picklist(['BAHT', 'LAK']),
        latinNamesOnly: v.pipe(v.boolean(), v.description('Account names there are of letters A to Z')),
      }),
    ),
  }),
})

export const lookupSources = openCall('lookupSources', 'GET /api/lookup/sources', {
  summary: 'How a player may have found us',
  answer: v.object({ sources: v.array(v.object({ code: v.string(), description: v.string() })) }),
})

export const lookupConditions = openCall('lookupConditions', 'GET /api/lookup/conditions', {
  summary: 'Conditions of the service',
  answer: v.object({ conditions: v.array(html) }),
})

export const lookupAgreements = openCall('lookupAgreements', 'GET /api/lookup/agreements', {
  summary: 'What a member agrees to on the first visit',
  answer: v.object({ agreements: v.array(html) }),
})

export const lookupNotice = openCall('lookupNotice', 'GET /api/lookup/notice', {
  summary: 'The notice of a bonus, holding the literal %percentFail%',
  answer: v.object({ notice: html }),
})

export const lookupContact = openCall('lookupContact', 'GET /api/lookup/contact', {
  summary: 'How to reach the operator',
  answer: v.object({
    contactText: html,
    lineLink: v.nullable(v.string()),
    lineName: v.nullable(v.string()),
    lineQR: v.nullable(v.string()),
  }),
})

export const lookupDeposit = openCall('lookupDeposit', 'GET /api/lookup/deposit', {
  summary: 'Where money can be deposited',
  answer: v.object({
    banks: v.array(
      v.object({
        bankCode: v.string(),
        mode: v.string(),
        bankType: v.nullable(v.string()),
        bank: v.object({ nameTH: v.string(), nameEN: v.string(), nameLO: v.string() }),
        bankAccountName: v.string(),
        bankAccountNo: v.string(),
        currency: v.picklist(['BAHT', 'LAK']),
        qr: v.pipe(
          v.nullable(v.object({ minimum: amount, presets: v.array(amount) })),
          v.description(
            'What a QR on the account is made for at the least, and amounts to offer; null where none is made',
          ),
        ),
      }),
    ),
    wallets: v.array(
      v.object({ walletAccountName: v.string(), mode: v.string(), walletAccountNo: v.optional(v.string()) }),
    ),
    isManual: v.boolean(),
  }),
})

export const lookupWithdraw = openCall('lookupWithdraw', 'GET /api/lookup/withdraw', {
  summary: 'The least and the most that can be withdrawn at once',
  answer: v.object({ withdrawMin: amount, withdrawMax: amount, info: html }),
})

const timeOfDay = v.nullable(v.pipe(v.string(), v.regex(/^\d\d:\d\d$/), v.description('HH:mm in Bangkok')))

export const lookupSlip = openCall('lookupSlip', 'GET /api/lookup/slip', {
  summary: 'Whether slips are taken now, and when not',
  answer: v.object({ info: html, isOpen: v.boolean(), closedFrom: timeOfDay, closedUntil: timeOfDay }),
})

const steps = v.array(html)

export const lookupHowto = openCall('lookupHowto', 'GET /api/lookup/howto', {
  summary: 'How things are done, step by step, in the words of the operator; empty where the app has its own',
  answer: v.object({
    steps: v.object({ wallet: steps, game: steps, balance: steps, 'bonus-receive': steps, 'bonus-end': steps }),
  }),
})
