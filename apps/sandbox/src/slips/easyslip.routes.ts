import type { FastifyInstance, FastifyRequest } from 'fastify'
import { shownTime } from '../bangkok-time.ts'
import { proxyOf } from '../bank/collecting.ts'
import { type Account, maskAccountNo, type Transfer } from '../bank/transfers.ts'
import { addGuarded, type Answer } from '../faults/door.ts'
import { readInput } from '../http/input.ts'
import type { SlipParts } from './slip-parts.ts'

const party = 'easyslip'
const key = '00000000-0000-4000-8000-000000000001'

/** The doors of EasySlip, v2, under `/easyslip`: JSON under a bearer key, errors as words under their HTTP status. */
export function addEasySlipRoutes(app: FastifyInstance, { door, find, answer }: SlipParts): void {
  const guard = {
    party,
    door,
    refusalOf({ headers: { authorization } }: FastifyRequest) {
      if (authorization === undefined) return no(401, 'MISSING_API_KEY')
      return authorization === `Bearer ${key}` ? null : no(401, 'INVALID_API_KEY')
    },
  }

  addGuarded(app, guard, (routes) => {
    routes.post('/easyslip/v2/verify/bank', (request, reply) => {
      const { payload } = readInput(request.body)
      return answer(request, reply, {
        party,
        yes() {
          const transfer = find(payload)
          if (transfer === null) return no(400, 'VALIDATION_ERROR')
          return transfer === undefined ? no(404, 'SLIP_NOT_FOUND') : yes(transfer, String(payload))
        },
        refuse: () => no(403, 'QUOTA_EXCEEDED'),
        late: () => no(404, 'SLIP_PENDING'),
      })
    })

    routes.get('/easyslip/v2/info', () => ({ success: true, data: { quota: { used: 50, max: 1000, remaining: 950 } } }))
  })
}

function no(status: number, code: string): Answer {
  return { status, body: { success: false, error: { code, message: code } } }
}

function yes(transfer: Transfer, payload: string): Answer {
  const baht = transfer.amountMinor / 100
  const inBangkok = `${shownTime(transfer.occurredAt).join('T')}+07:00`
  const rawSlip = {
    payload,
    transRef: transfer.transRef,
    date: inBangkok,
    countryCode: 'TH',
    amount: { amount: baht, local: { amount: 0, currency: '' } },
    fee: 0,
    ref1: transfer.reference,
    ref2: '',
    ref3: '',
    sender: sideOf(transfer.sendingBank, transfer.from, transfer.told ?? { name: transfer.from.name, nameEN: null }),
    receiver: receiverOf(transfer),
  }
  const data = { isDuplicate: false, matchedAccount: null, amountInSlip: baht, rawSlip }
  return { status: 200, body: { success: true, data, message: 'OK' } }
}

/** A biller or an e-wallet is told by its number alone. */
function receiverOf(transfer: Transfer): object {
  const { to, receivingBank } = transfer
  const proxy = proxyOf(transfer)
  if (proxy === null) return sideOf(receivingBank, to, { name: to.name, nameEN: null })
  const { type, value: account } = proxy
  return { bank: {}, account: { name: { th: to.name }, proxy: { type, account } }, merchantId: null }
}

function sideOf(bank: string, { bankCode, accountNo }: Account, told: { name: string; nameEN: string | null }): object {
  return {
    bank: { id: bank, name: bankCode, short: bankCode },
    account: {
      name: { th: told.name, ...(told.nameEN !== null && { en: told.nameEN }) },
      bank: { type: 'BANKAC', account: maskAccountNo(accountNo) },
    },
  }
}
