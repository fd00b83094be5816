import { calls } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import type { Clock } from '../../platform/clock.ts'
import { route, type Route } from '../../platform/http/index.ts'
import { isSlipOpen } from './operator.rules.ts'
import type { DepositBank } from './deposit-accounts.store.ts'
import type { OperatorDoor } from './operator.door.ts'

const etag = { cache: 'etag' } as const

function wireAccount({ qr, ...account }: DepositBank) {
  if (qr === null) return { ...account, qr }
  return { ...account, qr: { minimum: toWireAmount(qr.minimumMinor), presets: qr.presetsMinor.map(toWireAmount) } }
}

/** The lookups (LKP-001 to LKP-015): what the operator shows to everybody, empty until it has said something. */
export function createLookups(operator: OperatorDoor, clock: Clock): Route[] {
  const { settings, texts } = operator
  return [
    route(
      calls.lookupInfo,
      async ({ language }) => {
        const { websiteName, website } = await settings()
        return { name: typeof websiteName === 'string' ? websiteName : websiteName[language], website }
      },
      etag,
    ),
    route(calls.lookupActive, async () => ({ terminated: await operator.isTerminated() }), etag),
    route(calls.lookupRegisterOTP, async () => ({ registerOTP: (await settings()).registerOTP }), etag),
    route(calls.lookupEnableChatWidget, async () => ({ enableChatWidget: (await settings()).enableChatWidget }), etag),
    route(calls.lookupBanks, async () => ({ banks: await operator.banks() }), etag),
    route(calls.lookupSources, async ({ language }) => ({ sources: await operator.sources(language) }), etag),
    route(calls.lookupConditions, async ({ language }) => ({ conditions: await texts('condition', language) }), etag),
    route(calls.lookupAgreements, async ({ language }) => ({ agreements: await texts('agreement', language) }), etag),
    route(calls.lookupNotice, async ({ language }) => ({ notice: (await texts('notice', language)).join('') }), etag),
    route(
      calls.lookupHowto,
      async ({ language }) => {
        const kinds = ['howtoWallet', 'howtoGame', 'howtoBalance', 'howtoBonusReceive', 'howtoBonusEnd'] as const
        const [wallet, game, balance, received, ended] = await Promise.all(kinds.map((kind) => texts(kind, language)))
        const none: string[] = []
        const ofBonuses = { 'bonus-receive': received ?? none, 'bonus-end': ended ?? none }
        return { steps: { wallet: wallet ?? none, game: game ?? none, balance: balance ?? none, ...ofBonuses } }
      },
      etag,
    ),
    route(
      calls.lookupContact,
      async ({ language }) => {
        const { lineLink, lineName, lineQR } = await settings()
        return { contactText: (await texts('contact', language)).join(''), lineLink, lineName, lineQR }
      },
      etag,
    ),
    route(
      calls.lookupDeposit,
      async () => {
        const { banks, wallets } = await operator.depositAccounts()
        return { banks: banks.map(wireAccount), wallets, isManual: (await settings()).isManual }
      },
      etag,
    ),
    route(
      calls.lookupWithdraw,
      async ({ language }) => {
        const { withdrawMinMinor, withdrawMaxMinor } = await settings()
        const info = (await texts('withdraw', language)).join('')
        return { withdrawMin: toWireAmount(withdrawMinMinor), withdrawMax: toWireAmount(withdrawMaxMinor), info }
      },
      etag,
    ),
    route(
      calls.lookupSlip,
      async ({ language }) => {
        const { slipClosedFrom: closedFrom, slipClosedUntil: closedUntil } = await settings()
        const isOpen = isSlipOpen(clock.now(), closedFrom, closedUntil)
        return { info: (await texts('slip', language)).join(''), isOpen, closedFrom, closedUntil }
      },
      etag,
    ),
  ]
}
