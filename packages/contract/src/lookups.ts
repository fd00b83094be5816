import * as v from 'valibot'
import { defineCall } from './call.ts'
import { amount, html } from './shapes.ts'

/** The lookups: what the operator shows to everybody. They take `accept-language` and carry an ETag. */

export const lookupInfo = defineCall({
  name: 'lookupInfo',
  method: 'GET',
  path: '/api/lookup/info',
  caller: 'anybody',
  summary: 'Name and address of the website',
  answer: v.object({ name: v.string(), website: v.string() }),
})

export const lookupActive = defineCall({
  name: 'lookupActive',
  method: 'GET',
  path: '/api/lookup/active',
  caller: 'anybody',
  summary: 'Whether the service has ended',
  answer: v.object({ terminated: v.boolean() }),
})

export const lookupRegisterOTP = defineCall({
  name: 'lookupRegisterOTP',
  method: 'GET',
  path: '/api/lookup/registerOTP',
  caller: 'anybody',
  summary: 'Whether registration asks for an OTP',
  answer: v.object({ registerOTP: v.boolean() }),
})

export const lookupEnableChatWidget = defineCall({
  name: 'lookupEnableChatWidget',
  method: 'GET',
  path: '/api/lookup/enableChatWidget',
  caller: 'anybody',
  summary: 'Whether the support chat is shown',
  answer: v.object({ enableChatWidget: v.boolean() }),
})

export const lookupBanks = defineCall({
  name: 'lookupBanks',
  method: 'GET',
  path: '/api/lookup/banks',
  caller: 'anybody',
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

export const lookupSources = defineCall({
  name: 'lookupSources',
  method: 'GET',
  path: '/api/lookup/sources',
  caller: 'anybody',
  summary: 'How a player may have found us',
  answer: v.object({ sources: v.array(v.object({ code: v.string(), description: v.string() })) }),
})

export const lookupConditions = defineCall({
  name: 'lookupConditions',
  method: 'GET',
  path: '/api/lookup/conditions',
  caller: 'anybody',
  summary: 'Conditions of the service',
  answer: v.object({ conditions: v.array(html) }),
})

export const lookupAgreements = defineCall({
  name: 'lookupAgreements',
  method: 'GET',
  path: '/api/lookup/agreements',
  caller: 'anybody',
  summary: 'What a member agrees to on the first visit',
  answer: v.object({ agreements: v.array(html) }),
})

export const lookupNotice = defineCall({
  name: 'lookupNotice',
  method: 'GET',
  path: '/api/lookup/notice',
  caller: 'anybody',
  summary: 'The notice of a bonus, holding the literal %percentFail%',
  answer: v.object({ notice: html }),
})

export const lookupContact = defineCall({
  name: 'lookupContact',
  method: 'GET',
  path: '/api/lookup/contact',
  caller: 'anybody',
  summary: 'How to reach the operator',
  answer: v.object({
    contactText: html,
    lineLink: v.nullable(v.string()),
    lineName: v.nullable(v.string()),
    lineQR: v.nullable(v.string()),
  }),
})

export const lookupDeposit = defineCall({
  name: 'lookupDeposit',
  method: 'GET',
  path: '/api/lookup/deposit',
  caller: 'anybody',
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

export const lookupWithdraw = defineCall({
  name: 'lookupWithdraw',
  method: 'GET',
  path: '/api/lookup/withdraw',
  caller: 'anybody',
  summary: 'The least and the most that can be withdrawn at once',
  answer: v.object({ withdrawMin: amount, withdrawMax: amount, info: html }),
})

const timeOfDay = v.nullable(v.pipe(v.string(), v.regex(/^\d\d:\d\d$/), v.description('HH:mm in Bangkok')))

export const lookupSlip = defineCall({
  name: 'lookupSlip',
  method: 'GET',
  path: '/api/lookup/slip',
  caller: 'anybody',
  summary: 'Whether slips are taken now, and when not',
  answer: v.object({ info: html, isOpen: v.boolean(), closedFrom: timeOfDay, closedUntil: timeOfDay }),
})
