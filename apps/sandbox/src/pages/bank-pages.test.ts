import { describe, expect, it } from 'vitest'
import { sandboxForEach } from '../testing/harness.ts'
import { billVector } from '../testing/samples.ts'
import { visit } from '../testing/visitor.ts'

const { clock, sandbox } = sandboxForEach()

const minuteMs = 60_000

async function register(reference: string, amount: number, currency = 'BAHT'): Promise<void> {
  const expiresAt = new Date(clock.now().getTime() + 15 * minuteMs).toISOString()
  const qr = { reference, amount, currency, accountNo: '0123456789', expiresAt }
  expect((await sandbox.post('/bank/api/qr', qr, sandbox.keys.bank)).status).toBe(200)
}

async function paymentsOf(reference: string): Promise<unknown> {
  return (await sandbox.get(`/bank/api/payments?reference=${reference}`, sandbox.keys.bank)).body['payments']
}

/** The references of the QRs in a list of the page. */
function listed(text: string): string[] {
  return Array.from(text.matchAll(/href="\/bank\/pay\?reference=(\w+)"/g), ([, reference = '']) => reference)
}

describe('the waiting QRs', () => {
  it('are listed newest first, and gone once they are paid', async () => {
    await register('FIRST', 500)
    await register('SECOND', 20.5)
    const visitor = visit(sandbox)
    expect(listed((await visitor.open('/bank')).text)).toEqual(['SECOND', 'FIRST'])
    await visitor.submit('/bank/pay', { reference: 'SECOND' })
    expect(listed((await visitor.open('/bank')).text)).toEqual(['FIRST'])
  })

  it('are gone also when another way paid them', async () => {
    await register('123456789012', 100)
    const from = { bankCode: 'KTB', accountNo: '1112223334', name: 'มาลี' }
    await sandbox.post('/api/bank/pay', { payload: billVector, from })
    expect(listed((await visit(sandbox).open('/bank')).text)).toEqual([])
  })

  it('are gone at once when their payment stays unknown for a while', async () => {
    await register('LATE', 100)
    await sandbox.post('/api/faults', { party: 'bank', mode: 'late', ms: 5000 })
    const visitor = visit(sandbox)
    await visitor.submit('/bank/pay', { reference: 'LATE' })
    expect(await paymentsOf('LATE')).toEqual([])
    expect(listed((await visitor.open('/bank')).text)).toEqual([])
    clock.advance(5000)
    expect(await paymentsOf('LATE')).toMatchObject([{ amount: 100 }])
  })

  it('are reviewed, then paid in one click by the account that is remembered', async () => {
    await register('QR1', 1234.5)
    const visitor = visit(sandbox)
    const review = await visitor.open('/bank/pay?reference=QR1')
    expect(review.text).toContain('฿1,234<small>.50</small>')
    expect(review.text).toContain('0123456789')
    expect(review.text).toContain('Good until')
    const paid = await visitor.submit('/bank/pay', { reference: 'QR1' })
    expect(paid.status).toBe(303)
    expect((await visitor.open(paid.location)).text).toMatch(/<img src="\/bank\/slips\/\w+\.png"/)
    const from = { bankCode: 'SCB', accountNo: '1234567890', name: 'สมชาย ใจดี' }
    expect(await paymentsOf('QR1')).toMatchObject([{ amount: 1234.5, currency: 'BAHT', from }])
  })

  it('can be paid with another amount', async () => {
    await register('QR1', 100)
    await visit(sandbox).submit('/bank/pay', { reference: 'QR1', amount: '1,050.25' })
    expect(await paymentsOf('QR1')).toMatchObject([{ amount: 1050.25 }])
    await register('QR2', 100)
    const wrong = await visit(sandbox).submit('/bank/pay', { reference: 'QR2', amount: '0' })
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('role="alert"')
    expect(await paymentsOf('QR2')).toEqual([])
  })

  it('are paid still when they have ended, and twice when somebody asks for it', async () => {
    await register('OLD', 320)
    clock.advance(16 * minuteMs)
    const visitor = visit(sandbox)
    const { text } = await visitor.open('/bank')
    const [waiting = '', ended = ''] = text.split('Ended QRs')
    expect([listed(waiting), listed(ended)]).toEqual([[], ['OLD']])
    expect((await visitor.open('/bank/pay?reference=OLD')).text).toContain('Ended at')
    await visitor.submit('/bank/pay', { reference: 'OLD' })
    expect((await visitor.open('/bank/pay?reference=OLD')).text).toContain('was paid already')
    await visitor.submit('/bank/pay', { reference: 'OLD' })
    expect(await paymentsOf('OLD')).toHaveLength(2)
  })

  it('say so when there is none of that reference', async () => {
    const visitor = visit(sandbox)
    expect((await visitor.open('/bank/pay?reference=NONE')).status).toBe(404)
    expect((await visitor.submit('/bank/pay', { reference: 'NONE' })).status).toBe(404)
    expect((await visitor.open('/bank/pay')).status).toBe(400)
  })

  it('are counted beside the way to the bank', async () => {
    await register('ONE', 1)
    await register('TWO', 2)
    const count = async () => /id="nav-bank"[^>]*>(\d*)/.exec((await visit(sandbox).open('/phone')).text)?.[1]
    expect(await count()).toBe('2')
    await visit(sandbox).submit('/bank/pay', { reference: 'ONE' })
    expect(await count()).toBe('1')
    clock.advance(16 * minuteMs)
    expect(await count()).toBe('')
  })
})

describe('a pasted QR', () => {
  it('is reviewed before it is paid', async () => {
    const review = await visit(sandbox).open(`/bank/pay?payload=${encodeURIComponent(billVector)}`)
    expect(review.status).toBe(200)
    expect(review.text).toContain('฿100<small>.00</small>')
    expect(review.text).toContain('123456789012')
    expect(await paymentsOf('123456789012')).toEqual([])
    expect((await visit(sandbox).open('/bank/pay?payload=nothing')).status).toBe(422)
  })
})

describe('the payer', () => {
  const mali = { fromBank: 'KTB', fromAccount: '1112223334', fromName: 'มาลี ศรีสุข' }
  const noy = { fromBank: 'BCEL', fromAccount: '0101234567890', fromName: 'ນ້ອຍ' }

  it('stays chosen, one for each currency', async () => {
    await register('THAI', 100)
    await register('LAO', 50_000, 'LAK')
    const visitor = visit(sandbox)
    await visitor.submit('/bank/payer', { ...noy, back: '/bank' })
    const chosen = await visitor.submit('/bank/payer', { ...mali, back: '/bank/pay?reference=THAI' })
    expect(chosen).toMatchObject({ status: 303, location: '/bank/pay?reference=THAI' })
    expect((await visitor.open(chosen.location)).text).toContain('มาลี ศรีสุข')
    await visitor.submit('/bank/pay', { reference: 'THAI' })
    await visitor.submit('/bank/pay', { reference: 'LAO' })
    expect(await paymentsOf('THAI')).toMatchObject([{ from: { bankCode: 'KTB', name: 'มาลี ศรีสุข' } }])
    expect(await paymentsOf('LAO')).toMatchObject([{ currency: 'LAK', from: { bankCode: 'BCEL', name: 'ນ້ອຍ' } }])
  })

  it('is taken for transfers, and may be anybody who was paid out to', async () => {
    const to = { bankCode: 'GSB', accountNo: '9998887776', name: 'อรุณ แสงทอง' }
    await sandbox.post('/bank/api/payouts', { reference: 'p1', amount: 5, currency: 'BAHT', to }, sandbox.keys.bank)
    const visitor = visit(sandbox)
    expect((await visitor.open('/bank/payer')).text).toContain('อรุณ แสงทอง')
    await visitor.submit('/bank/payer', mali)
    const made = await visitor.submit('/bank/transfer', { toBank: 'KBANK', toAccount: '1112223334', amount: '20' })
    const transRef = made.location.slice(made.location.indexOf('=') + 1)
    const { body } = await sandbox.get(`/bank/api/slips/006/${transRef}`, sandbox.keys.bank)
    expect(body).toMatchObject({ amount: 20, sender: { bankCode: 'KTB', name: 'มาลี ศรีสุข' } })
  })

  it('must be an account', async () => {
    const wrong = await visit(sandbox).submit('/bank/payer', { ...mali, fromAccount: 'x' })
    expect(wrong.status).toBe(400)
    expect(wrong.headers.get('set-cookie')).toBeNull()
    expect(wrong.text).toContain('role="alert"')
  })

  it.each(['//evil.test', 'https://evil.test', '/bank//evil.test', '/bankrupt', '/phone', '/bank/\r\nx: y'])(
    'is never led to %j afterwards',
    async (back) => {
      expect((await visit(sandbox).submit('/bank/payer', { ...mali, back })).location).toBe('/bank')
      const { text } = await visit(sandbox).open(`/bank/payer?back=${encodeURIComponent(back)}`)
      expect(text).toContain('<p class="back-line"><a href="/bank">')
    },
  )

  it.each(['payers=%', 'payers=null', 'payers=[[1]]', 'payers=%5B%5B%22NONE%22%2C%2212345%22%2C%22x%22%5D%5D', 'x=y'])(
    'is a sample when the cookie %s names none',
    async (cookie) => {
      const { status, text } = await visit(sandbox, cookie).open('/bank')
      expect(status).toBe(200)
      expect(text).toContain('สมชาย ใจดี')
    },
  )
})

describe('the activity page', () => {
  it('shows transfers with the way to their e-slips, and what the bank had to tell', async () => {
    await register('QR1', 75)
    const visitor = visit(sandbox)
    const { location } = await visitor.submit('/bank/pay', { reference: 'QR1' })
    const { text } = await visitor.open('/bank/activity')
    expect(text).toContain(`href="${location}"`)
    expect(text).toContain('฿75<small>.00</small>')
    expect(text).toContain('Waiting')
  })
})
