import { formatAmount } from '@krapao/money'
import {
  type Command,
  CommandError,
  listing,
  required,
  requireAmount,
  requireId,
} from '../../../platform/commands/index.ts'
import { byCommand } from '../../deeds/index.ts'
import type { CashierParts } from '../cashier.parts.ts'
import type { OfferDecision } from './decision-proposals.ts'
import { UNREFERENCED } from './deposit-decisions.ts'
import { byTwoPersons } from './second-person.ts'
import { endGiftByHand, type GiftEndedByHand } from '../gifts/gift-redemption.ts'
import { giftById, type GiftRow, openGifts } from '../gifts/gift.store.ts'
import { describeClaim, readNamedTransfer } from '../transfers/named-transfer.ts'
import { closeNotice, creditNotice } from '../notices/notices.ts'
import { noticeById, type NoticeRow, openNotices } from '../notices/notices.store.ts'

const LISTED_MAX = 200

/** What an operator can do about notices of deposits by hand, and about gifts nobody knows the end of (rulings 3.3, 3.4). */
export function depositCommands(parts: CashierParts, offer: OfferDecision): Command[] {
  return [...noticeCommands(parts, offer), ...giftCommands(parts)]
}

function noticeCommands(parts: CashierParts, offer: OfferDecision): Command[] {
  const { database, operator } = parts

  const find = async (id: string | undefined): Promise<NoticeRow> =>
    required(await noticeById(database, requireId(id, 'notice')), 'There is no notice of this id.')

  return [
    {
      name: 'notices list',
      usage: '- deposits that members say to have made by hand, and nobody has looked at',
      run: async () => listing(await openNotices(database, LISTED_MAX), describeNotice, 'No notice is open.'),
    },
    {
      name: 'notices credit',
      usage:
        'ID AMOUNT SENDINGBANK:TRANSREF [NOTE] - credits what was paid by this transfer (its bank in three digits), which no slip can credit then; - in its place where you know of none, once somebody else confirms it',
      async run([id, amount, named, ...words], actor) {
        const row = await find(id)
        const amountMinor = requireAmount(amount)
        const transfer = readNamedTransfer(named, await operator.bankNames())
        const note = noteOf(words)
        const decided = {
          id: row.id,
          action: UNREFERENCED,
          version: 0,
          fields: { amountMinor, note },
          by: byCommand(actor),
          ...({ kind: 'notice', memberId: row.memberId, amountMinor } as const),
          takesTwo: transfer === null && row.state === 'open',
        }
        return byTwoPersons(parts, offer, decided, async (by) => {
          const credited = await creditNotice(parts, row, { amountMinor, transfer, note, by })
          if (credited === 'had')
            throw new CommandError('This transfer has been credited before. The notice stays open.')
          if (credited === 'not-open') throw new CommandError('It is open no more; look at the list again.')
          return `${formatAmount(amountMinor)} baht are in the wallet of ${row.memberId}. ${describeClaim(transfer)}`
        })
      },
    },
    {
      name: 'notices close',
      usage: 'ID [NOTE] - closes it without money: nothing was paid',
      async run([id, ...words], actor) {
        const row = await find(id)
        if (!(await closeNotice(parts, row, noteOf(words), byCommand(actor)))) {
          throw new CommandError('It is open no more; look at the list again.')
        }
        return `${row.id} is closed.`
      },
    },
  ]
}

function giftCommands(parts: CashierParts): Command[] {
  const { database } = parts

  const find = async (id: string | undefined): Promise<GiftRow> =>
    required(await giftById(database, requireId(id, 'gift')), 'There is no gift of this id.')

  /** What the issuer, who was asked before the operator's word was taken, made of it. */
  function answerOf(row: GiftRow, ended: GiftEndedByHand, done: string): string {
    switch (ended.kind) {
      case 'ended':
        return done
      case 'issuer-says':
        return ended.shareMinor === null
          ? `The issuer refuses it; ${row.id} is refused.`
          : `The issuer says that the share is yours: ${formatAmount(ended.shareMinor)} baht are in the wallet of ${row.memberId}.`
      case 'not-taken':
        throw new CommandError('MOVED_ON: the issuer says that your number has no share of it. Nothing was changed.')
      case 'untold':
        throw new CommandError(
          'MOVED_ON: the issuer says that your number has its share, and not how much; see your wallet there, and gifts credit.',
        )
      case 'too-early':
        throw new CommandError(
          'Its share was asked for less than an hour ago and may still come; wait for the hour to pass.',
        )
      case 'moved-on':
        throw new CommandError('It has just moved on, or no share of it was asked for yet; look at the list again.')
    }
  }

  return [
    {
      name: 'gifts list',
      usage: '- gift links whose issuer is still being asked what became of them',
      run: async () => listing(await openGifts(database, LISTED_MAX), describeGift, 'No gift is open.'),
    },
    {
      name: 'gifts credit',
      usage:
        'ID AMOUNT - your wallet at the issuer did get this share, also after it had been refused; the issuer is asked first',
      async run([id, amount], actor) {
        const row = await find(id)
        const amountMinor = requireAmount(amount)
        if (row.state === 'credited') throw new CommandError('It is credited already.')
        const ended = await endGiftByHand(parts, row, amountMinor, byCommand(actor))
        return answerOf(row, ended, `${formatAmount(amountMinor)} baht are in the wallet of ${row.memberId}.`)
      },
    },
    {
      name: 'gifts refuse',
      usage:
        'ID - your wallet at the issuer did not get it within an hour, and the issuer, who is asked first, says nothing else: the link is free for whoever sends it in',
      async run([id], actor) {
        const row = await find(id)
        if (row.state === 'credited' || row.state === 'refused') throw new CommandError(`It is ${row.state} already.`)
        return answerOf(row, await endGiftByHand(parts, row, null, byCommand(actor)), `${row.id} is refused.`)
      },
    },
  ]
}

function noteOf(words: readonly string[]): string {
  return words.length === 0 ? 'by the operator' : words.join(' ')
}

function describeNotice(row: NoticeRow): string {
  return `${row.id}  ${formatAmount(row.amountMinor)} baht  member ${row.memberId}  ${row.createdAt.toISOString()}  until ${row.dueAt.toISOString()}`
}

function describeGift(row: GiftRow): string {
  const amount = row.amountMinor === null ? '' : `  about ${formatAmount(row.amountMinor)} baht`
  return `${row.id}  ${row.state}${amount}  member ${row.memberId}  asked for ${row.calls} times  ${row.createdAt.toISOString()}`
}
