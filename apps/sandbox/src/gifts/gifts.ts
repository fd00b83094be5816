import { randomInt } from 'node:crypto'
import { allocate } from '@krapao/money'
import type { Agenda } from '../agenda.ts'
import type { Clock } from '../clock.ts'
import type { Answer } from '../faults/door.ts'
import { badRequest } from '../http/refusal.ts'
import { integerOf, type Row, type Store, textOf } from '../store/database.ts'
import { domainError, envelope, processing } from './envelope.ts'
import type { Gift, GiftKind } from './gift.ts'

/** A gift to be made. */
export interface NewGift {
  readonly amountMinor: number
  readonly people: number
  readonly kind: GiftKind
  readonly isExpired: boolean
}

/** The issuer of gift links. Each share goes to one mobile number, and each number has one share of a gift. */
export type Gifts = ReturnType<typeof createGifts>

/** Who wants a share of which gift. */
export interface RedeemOrder {
  readonly code: string
  readonly mobile: string
}

/** The event of a share that is taken later. */
export const redeemEvent = 'gift-redeem'

/** Whoever makes the gifts here: his own gifts are not for him. */
const giverMobile = '0800000001'

const lifeMs = 72 * 3_600_000
const peopleMax = 1000
const shownGifts = 100
const codeLength = 35
const alphabet = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Makes the issuer over the tables `gift` and `gift_share`. */
export function createGifts(store: Store, clock: Clock, agenda: Agenda) {
  const nowMs = (): number => clock.now().getTime()

  function find(code: string): Gift | null {
    const row = store.get('SELECT * FROM gift WHERE code = ?', code)
    return row === undefined ? null : asGift(row, ticketsOf(code))
  }

  function ticketsOf(code: string): Row[] {
    return store.all('SELECT * FROM gift_share WHERE code = ? AND mobile IS NOT NULL ORDER BY number', code)
  }

  /** Why a number cannot have a share; null when it can. The order is the issuer's. */
  function problem(gift: Gift | null, mobile: string): Answer | null {
    if (gift === null) return domainError('VOUCHER_NOT_FOUND', null, mobile, nowMs())
    const refused = (code: Parameters<typeof domainError>[0]) => domainError(code, gift, mobile, nowMs())
    if (!/^0\d{9}$/.test(mobile)) return refused('TARGET_USER_NOT_FOUND')
    if (gift.tickets.some((ticket) => ticket.mobile === mobile)) return refused('TARGET_USER_REDEEMED')
    if (mobile === giverMobile) return refused('CANNOT_GET_OWN_VOUCHER')
    if (gift.tickets.length >= gift.people) return refused('VOUCHER_OUT_OF_STOCK')
    return gift.expiresAt <= nowMs() ? refused('VOUCHER_EXPIRED') : null
  }

  function redeem({ code, mobile }: RedeemOrder): Answer {
    const gift = find(code)
    const refused = problem(gift, mobile)
    if (refused !== null || gift === null) return refused ?? domainError('VOUCHER_NOT_FOUND', null, mobile, nowMs())
    store.run(
      'UPDATE gift_share SET mobile = ?, taken_at = ? WHERE code = ? AND number = ?',
      mobile,
      nowMs(),
      code,
      gift.tickets.length,
    )
    return envelope(find(code) ?? gift, mobile, nowMs())
  }

  agenda.on(redeemEvent, (body) => void redeem(body as RedeemOrder))

  return {
    make: (gift: NewGift): Gift =>
      store.transaction(() => {
        const shares = sharesOf(gift)
        const code = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
        const expiresAt = gift.isExpired ? nowMs() - 1 : nowMs() + lifeMs
        store.run(
          'INSERT INTO gift (code, amount_minor, people, kind, expires_at, created_at) VALUES (?, ?, ?, ?, ?, ?)',
          code,
          gift.amountMinor,
          gift.people,
          gift.kind,
          expiresAt,
          nowMs(),
        )
        for (const [number, share] of shares.entries()) {
          store.run('INSERT INTO gift_share (code, number, amount_minor) VALUES (?, ?, ?)', code, number, share)
        }
        const { amountMinor, people, kind } = gift
        return { code, amountMinor, people, kind, expiresAt, createdAt: nowMs(), tickets: [] }
      }),
    find,
    /** The newest first. */
    list: (): Gift[] =>
      store
        .all('SELECT * FROM gift ORDER BY sequence DESC LIMIT ?', shownGifts)
        .map((row) => asGift(row, ticketsOf(textOf(row, 'code')))),
    /** What a number could do with a gift; takes nothing. */
    verify(code: string, mobile: string): Answer {
      const gift = find(code)
      const refused = problem(gift, mobile)
      return (
        refused ??
        (gift === null ? domainError('VOUCHER_NOT_FOUND', null, mobile, nowMs()) : envelope(gift, mobile, nowMs()))
      )
    },
    /** Takes a share for a number. A number that has one is told so, with its share. */
    redeem,
    /** As `redeem`, but only after `ms`; until then nobody can say how it ends. */
    redeemSlowly(order: RedeemOrder, ms: number): Answer {
      const refused = problem(find(order.code), order.mobile)
      if (refused !== null) return refused
      agenda.add(redeemEvent, order, ms)
      return processing()
    },
    /** Says no: the gift is expired from now on, unless the number has its share already. */
    refuse(order: RedeemOrder): Answer {
      const gift = find(order.code)
      if (gift !== null && !gift.tickets.some((ticket) => ticket.mobile === order.mobile)) {
        store.run('UPDATE gift SET expires_at = ? WHERE code = ?', nowMs() - 1, order.code)
      }
      return problem(find(order.code), order.mobile) ?? domainError('VOUCHER_EXPIRED', null, order.mobile, nowMs())
    },
  }
}

/** The shares of a gift, which add up to it: decided when it is made, so that a restart changes none. */
function sharesOf({ amountMinor, people, kind }: NewGift): number[] {
  if (people < 1 || people > peopleMax) throw badRequest(`people must be a whole number from 1 to ${peopleMax}`)
  if (amountMinor < people) throw badRequest('each person must get at least 0.01')
  if (kind === 'F')
    return allocate(
      amountMinor,
      Array.from({ length: people }, () => 1),
    )
  const weights = Array.from({ length: people }, () => randomInt(1, 1000))
  return allocate(amountMinor - people, weights).map((share) => share + 1)
}

function asGift(row: Row, tickets: readonly Row[]): Gift {
  return {
    code: textOf(row, 'code'),
    amountMinor: integerOf(row, 'amount_minor'),
    people: integerOf(row, 'people'),
    kind: textOf(row, 'kind') === 'F' ? 'F' : 'R',
    expiresAt: integerOf(row, 'expires_at'),
    createdAt: integerOf(row, 'created_at'),
    tickets: tickets.map((ticket) => ({
      mobile: textOf(ticket, 'mobile'),
      amountMinor: integerOf(ticket, 'amount_minor'),
      takenAt: integerOf(ticket, 'taken_at'),
    })),
  }
}
