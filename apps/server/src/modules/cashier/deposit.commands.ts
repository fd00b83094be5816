import { formatAmount } from '@krapao/money'
import { type Command, CommandError } from '../../platform/commands/index.ts'
import type { Database } from '../../platform/database/types.ts'
import type { GiftEnds } from './gift-ends.ts'
import { giftById, type GiftRow, openGifts } from './gift.store.ts'
import { describeClaim, readNamedTransfer } from './named-transfer.ts'
import type { Notices } from './notices.ts'
import { noticeById, type NoticeRow, openNotices } from './notices.store.ts'

const LISTED_MAX = 200

export interface DepositCommandDeps {
  database: Database
  notices: Notices
  giftEnds: GiftEnds
}

/** What an operator can do about notices of deposits by hand, and about gifts nobody knows the end of (rulings 3.3, 3.4). */
export function depositCommands(deps: DepositCommandDeps): Command[] {
  return [...noticeCommands(deps), ...giftCommands(deps)]
}

function noticeCommands({ database, notices }: DepositCommandDeps): Command[] {
  async function find(id: string | undefined): Promise<NoticeRow> {
    const row = id === undefined ? null : await noticeById(database, id)
    if (row === null) throw new CommandError('Name the id of a notice, as the list shows it.')
    return row
  }

  return [
    {
      name: 'notices list',
      usage: '- deposits that members say to have made by hand, and nobody has looked at',
      run: async () => lines((await openNotices(database, LISTED_MAX)).map(describeNotice), 'No notice is open.'),
    },
    {
      name: 'notices credit',
      usage:
        'ID AMOUNT SENDINGBANK:TRANSREF [NOTE] - credits what was paid by this transfer (its bank in three digits; case matters), which no slip can credit then; - in its place where you know of none',
      async run([id, amount, named, ...words]) {
        const row = await find(id)
        const amountMinor = requireAmount(amount)
        const transfer = readNamedTransfer(named)
        const credited = await notices.credit(row, { amountMinor, transfer, note: noteOf(words) })
        if (credited === 'had') throw new CommandError('This transfer has been credited before. The notice stays open.')
        if (credited === 'not-open') throw new CommandError('It is open no more; look at the list again.')
        return `${formatAmount(amountMinor)} baht are in the wallet of ${row.memberId}. ${describeClaim(transfer)}`
      },
    },
    {
      name: 'notices close',
      usage: 'ID [NOTE] - closes it without money: nothing was paid',
      async run([id, ...words]) {
        const row = await find(id)
        if (!(await notices.close(row, noteOf(words)))) {
          throw new CommandError('It is open no more; look at the list again.')
        }
        return `${row.id} is closed.`
      },
    },
  ]
}

function giftCommands({ database, giftEnds }: DepositCommandDeps): Command[] {
  async function find(id: string | undefined): Promise<GiftRow> {
    const row = id === undefined ? null : await giftById(database, id)
    if (row === null) throw new CommandError('Name the id of a gift, as the list shows it.')
    if (row.state === 'credited' || row.state === 'refused') throw new CommandError(`It is ${row.state} already.`)
    return row
  }

  return [
    {
      name: 'gifts list',
      usage: '- gift links whose issuer is still being asked what became of them',
      run: async () => lines((await openGifts(database, LISTED_MAX)).map(describeGift), 'No gift is open.'),
    },
    {
      name: 'gifts credit',
      usage: 'ID AMOUNT - your wallet at the issuer did get this share',
      async run([id, amount]) {
        const row = await find(id)
        const amountMinor = requireAmount(amount)
        if (!(await giftEnds.credit(row.id, amountMinor))) {
          throw new CommandError('No share of it was asked for yet, or it has just come to its end.')
        }
        return `${formatAmount(amountMinor)} baht are in the wallet of ${row.memberId}.`
      },
    },
    {
      name: 'gifts refuse',
      usage: 'ID - your wallet at the issuer did not get it within an hour: the link is free for whoever sends it in',
      async run([id]) {
        const row = await find(id)
        const outcome = await giftEnds.refuseByHand(row)
        if (outcome === 'too-early') {
          throw new CommandError(
            'Its share was asked for less than an hour ago and may still come; wait for the hour to pass.',
          )
        }
        if (outcome === 'moved-on') throw new CommandError('It has just moved on; look at the list again.')
        return `${row.id} is refused.`
      },
    },
  ]
}

/** Baht as people type them, in satang; a CommandError for anything else, for nothing and for zero. */
function requireAmount(word: string | undefined): number {
  const amountMinor = /^\d{1,9}(\.\d{1,2})?$/.test(word ?? '') ? Math.round(Number(word) * 100) : 0
  if (amountMinor === 0) throw new CommandError('Name the amount in baht, such as 1500 or 12.50.')
  return amountMinor
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

function lines(rows: readonly string[], nothing: string): string {
  return rows.length === 0 ? nothing : rows.join('\n')
}
