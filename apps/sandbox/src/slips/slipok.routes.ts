import type { FastifyInstance, FastifyRequest } from 'fastify'
import { shownTime } from '../bangkok-time.ts'
import { proxyOf, slipReceiver, slipSide } from '../bank/collecting.ts'
import type { Transfer } from '../bank/transfers.ts'
import { addGuarded, type Answer } from '../faults/door.ts'
import type { SlipParts } from './slip-parts.ts'

const party = 'slipok'
const [branch, key] = ['1', 'sandbox']

/** The doors of SlipOK under `/slipok`: a form of fields, answered by `success` and codes of its own. */
export function addSlipOkRoutes(app: FastifyInstance, { door, find, answer }: SlipParts): void {
  const guard = {
    party,
    door,
    refusalOf({ params, headers }: FastifyRequest) {
      if ((params as { branch: string }).branch !== branch) return no(1001, 'ไม่พบสาขา')
      return headers['x-authorization'] === key ? null : no(1002, 'Authorization Header ไม่ถูกต้อง')
    },
  }

  addGuarded(app, guard, (routes) => {
    routes.post('/slipok/api/line/apikey/:branch', async (request, reply) => {
      const fields = await fieldsOf(request.headers['content-type'], request.body)
      return answer(request, reply, {
        party,
        yes() {
          const transfer = find(fields.get('data'))
          if (transfer === null) return no(1007, 'ไม่มี QR ในรูป')
          return transfer === undefined ? no(1011, 'QR หมดอายุ หรือ ไม่มีรายการอยู่จริง') : yes(transfer)
        },
        refuse: () => no(1004, 'ใช้เกินโควต้า'),
        late: (ms) => no(1010, 'ธนาคารล่าช้า', { bankCode: '004', bankName: 'KBANK', delay: Math.ceil(ms / 60_000) }),
      })
    })

    routes.get('/slipok/api/line/apikey/:branch/quota', () => ({
      success: true,
      data: { quota: 950, specialQuota: 0, overQuota: 0 },
    }))
  })
}

function no(code: number, message: string, data?: object): Answer {
  return { status: 400, body: { success: false, code, message, ...(data && { data }) } }
}

function yes(transfer: Transfer): Answer {
  const [day, time] = shownTime(transfer.occurredAt)
  const baht = transfer.amountMinor / 100
  const told = transfer.told ?? { name: transfer.from.name, nameEN: null }
  const data = {
    success: true,
    message: '✅',
    transRef: transfer.transRef,
    sendingBank: transfer.sendingBank,
    receivingBank: proxyOf(transfer) === null ? transfer.receivingBank : '',
    transDate: day.replaceAll('-', ''),
    transTime: time,
    transTimestamp: new Date(transfer.occurredAt).toISOString(),
    sender: slipSide(told.name, transfer.from.accountNo, told.nameEN ?? told.name),
    receiver: slipReceiver(transfer),
    amount: baht,
    paidLocalAmount: baht,
    paidLocalCurrency: '764',
    countryCode: 'TH',
    transFeeAmount: 0,
    ref1: transfer.reference,
    ref2: '',
    ref3: '',
    toMerchantId: '',
  }
  return { status: 200, body: { success: true, data } }
}

/** A form as browsers and programs send files. */
async function fieldsOf(type: string | undefined, body: unknown): Promise<FormData> {
  if (!Buffer.isBuffer(body) || type === undefined) return new FormData()
  return new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
}
