import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestSandbox, type TestSandbox } from '../testing/harness.ts'
import { billVector, payer } from '../testing/samples.ts'
import { visit } from '../testing/visitor.ts'

let sandbox: TestSandbox
beforeEach(async () => {
  sandbox = await startTestSandbox()
})
afterEach(async () => sandbox.close())

const attack = `<script>alert(1)</script>"'&`
const escaped = '&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;'
const payerFields = { fromBank: payer.bankCode, fromAccount: payer.accountNo, fromName: payer.name }

const open = (path: string) => visit(sandbox).open(path)
const submit = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  visit(sandbox).submit(path, fields, headers)

async function openSession(credits: number): Promise<string> {
  const player = { username: 'player000001', password: 'Secret-1' }
  const key = sandbox.keys.game
  await sandbox.post('/games/UFABET/api/players', player, key)
  const transfer = { id: 't1', username: player.username, direction: 'in', amount: credits }
  await sandbox.post('/games/UFABET/api/transfers', transfer, key)
  const { body } = await sandbox.post('/games/UFABET/api/launch', { username: player.username }, key)
  return new URL(String(body['link'])).searchParams.get('session') ?? ''
}

async function balance(): Promise<number> {
  const { body } = await sandbox.get('/games/UFABET/api/players/player000001', sandbox.keys.game)
  return Number(body['balance'])
}

describe('the pages', () => {
  it.each([
    '/',
    '/phone',
    '/phone?to=0812345678',
    '/bank',
    '/bank/payer',
    '/bank/transfer',
    '/bank/payouts',
    '/bank/activity',
    '/gifts',
    '/staff',
    '/faults',
    '/faults?party=game:PG',
    '/games',
    '/games/UFABET',
    '/games/pg?session=none',
  ])('%s opens and loads nothing from elsewhere', async (path) => {
    const { status, text, headers } = await open(path)
    expect(status).toBe(200)
    expect(text.match(/<h1[ >]/g)).toHaveLength(1)
    expect(text).not.toMatch(/<(script|link|img|iframe)[^>]+(src|href)="(?!\/|data:)/)
    expect(text).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|style=/)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('load nothing that is not there', async () => {
    const session = await openSession(1)
    const pages = await Promise.all(['/bank', `/games/UFABET?session=${session}`].map(open))
    const styles = await Promise.all(['/assets/sandbox.css', '/assets/game.css'].map(open))
    const ofPages = pages.flatMap(({ text }) => Array.from(text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)))
    const ofStyles = styles.flatMap(({ text }) => Array.from(text.matchAll(/url\('([^']+)'\)/g)))
    const paths = new Set([...ofPages, ...ofStyles].map(([, path = '']) => path))
    expect(paths.size).toBeGreaterThan(12)
    for (const path of paths) expect({ path, status: (await open(path)).status }).toEqual({ path, status: 200 })
  })

  it('answer 404 for what is not there', async () => {
    expect((await open('/games/NO-CODE')).status).toBe(404)
    expect((await open('/nothing')).status).toBe(404)
  })

  it('take no form from a page of another site', async () => {
    const fields = { party: 'bank', mode: 'down' }
    expect((await submit('/faults', fields, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await submit('/faults', fields, { 'sec-fetch-site': 'same-origin' })).status).toBe(303)
  })
})

describe('the phone page', () => {
  it('shows messages as they are, as text', async () => {
    await sandbox.post('/sms/send', { to: '0812345678', text: attack }, sandbox.keys.sms)
    for (const path of ['/phone', '/phone?to=0812345678']) {
      const { text } = await open(path)
      expect(text).toContain(escaped)
      expect(text).not.toContain('<script>alert')
    }
    expect((await open(`/phone?to=${encodeURIComponent('"><b>')}`)).text).not.toContain('"><b>')
  })

  it('offers the code of a message to be copied, and no other digits', async () => {
    await sandbox.post('/sms/send', { to: '0812345678', text: 'รหัส 482913 (อ้างอิง ABCD)' }, sandbox.keys.sms)
    await sandbox.post('/sms/send', { to: '0899999999', text: 'Call 0812345678 or 12345' }, sandbox.keys.sms)
    const { text } = await open('/phone')
    expect(Array.from(text.matchAll(/data-copy="([^"]*)"/g), ([, code]) => code)).toEqual(['482913'])
  })

  it('opens the newest inbox, and the newest message stands first', async () => {
    for (const [to, text] of [
      ['0811111111', 'first'],
      ['0822222222', 'second'],
      ['0811111111', 'third'],
    ]) {
      await sandbox.post('/sms/send', { to, text }, sandbox.keys.sms)
    }
    const { text } = await open('/phone')
    const [inboxes = '', messages = ''] = text.split('id="messages"')
    expect(inboxes.indexOf('third')).toBeLessThan(inboxes.indexOf('second'))
    expect(messages.indexOf('third')).toBeLessThan(messages.indexOf('first'))
    expect(messages).not.toContain('second')
  })
})

describe('the bank page', () => {
  it('pays a QR and shows the e-slip to be saved', async () => {
    const paid = await submit('/bank/pay', { payload: billVector, amount: '', ...payerFields, fromName: attack })
    expect(paid.status).toBe(303)
    const { text } = await open(paid.location)
    const transRef = paid.location.slice(paid.location.indexOf('=') + 1)
    expect(text).toContain(`<img src="/bank/slips/${transRef}.png"`)
    expect(text).toContain(`download="slip-${transRef}.png"`)
    expect(text).toContain(escaped)
    const { body } = await sandbox.get('/bank/api/payments?reference=123456789012', sandbox.keys.bank)
    expect(body['payments']).toMatchObject([{ transRef, amount: 100 }])
  })

  it('takes another amount, as people type it', async () => {
    await submit('/bank/pay', { payload: billVector, amount: '1,234.50', ...payerFields })
    const { body } = await sandbox.get('/bank/api/payments', sandbox.keys.bank)
    expect(body['payments']).toMatchObject([{ amount: 1234.5 }])
  })

  it('transfers to an account', async () => {
    const fields = { toBank: 'KBANK', toAccount: '1112223334', amount: '20', ...payerFields }
    const paid = await submit('/bank/transfer', fields)
    expect(paid.status).toBe(303)
    expect((await open(paid.location)).text).toContain('฿20<small>.00</small>')
  })

  it('says what is wrong and keeps what was typed', async () => {
    const wrong = await submit('/bank/pay', { payload: attack, amount: '', ...payerFields })
    expect(wrong.status).toBe(422)
    expect(wrong.text).toContain('This QR cannot be paid')
    expect(wrong.text).toContain(escaped)
    const fields = { toBank: 'KBANK', toAccount: '1112223334', amount: 'a lot', ...payerFields }
    expect((await submit('/bank/transfer', fields)).status).toBe(400)
  })

  it('gives a payout another end', async () => {
    const to = { bankCode: 'KBANK', accountNo: '0987654321', name: attack }
    const order = { reference: 'p1', amount: 1, currency: 'BAHT', to }
    await sandbox.post('/bank/api/payouts', order, sandbox.keys.bank)
    expect((await open('/bank/payouts')).text).toContain(escaped)
    const returned = await submit('/bank/payouts', { reference: 'p1', state: 'RETURNED' })
    expect(returned).toMatchObject({ status: 303, location: '/bank/payouts' })
    expect((await open(returned.location)).text).toContain('Returned')
    expect((await sandbox.get('/api/bank/payouts')).body['payouts']).toMatchObject([{ state: 'RETURNED' }])
  })
})

describe('the faults page', () => {
  it('sets a switch, shows it, and says what is wrong', async () => {
    expect((await submit('/faults', { party: 'game:PG', mode: 'late', times: '2', ms: '' })).status).toBe(303)
    expect((await open('/faults')).text).toContain('late, 2 of 2 left, 3000 ms')
    expect((await submit('/faults', { party: 'sms', mode: 'drop-callback' })).text).toContain('sends no callbacks')
    expect((await submit('/faults', { party: 'sms', mode: 'late', times: 'many' })).status).toBe(400)
  })

  it('shows the switch that is on; pressed again it is off', async () => {
    const isOn = (text: string) => Array.from(text.matchAll(/value="([\w-]+)"[^>]*?aria-checked="true"/g)).length
    await submit('/faults', { party: 'sms', mode: 'down' })
    const { text } = await open('/faults?party=sms')
    expect(isOn(text)).toBe(1)
    expect(text).not.toMatch(/<button[^>]+value="down"[^>]+role="switch"/)
    const off = await submit('/faults', { party: 'sms', mode: 'none' })
    expect(off.location).toBe('/faults?party=sms')
    expect(isOn((await open(off.location)).text)).toBe(0)
  })

  it('says that a fault is used up once it fired as often as it should', async () => {
    await submit('/faults', { party: 'sms', mode: 'error', times: '1' })
    await sandbox.post('/sms/send', { to: '0812345678', text: 'code' }, sandbox.keys.sms)
    const { text } = await open('/faults?party=sms')
    expect(text).toContain('error, used up')
    expect(text).toContain('Everybody behaves')
    expect(text).not.toContain('aria-checked="true"')
  })

  it('resets all parties at once and keeps their counts', async () => {
    await submit('/faults', { party: 'game:PG', mode: 'late', times: '2' })
    await submit('/faults', { party: 'sms', mode: 'down' })
    await sandbox.post('/sms/send', { to: '0812345678', text: 'code' }, sandbox.keys.sms)
    expect((await submit('/faults/reset', {})).location).toBe('/faults')
    const { body } = await sandbox.get('/api/faults')
    const faults = body['faults'] as { party: string; mode: string; fired: number; firedEver: number }[]
    expect(faults.every(({ mode, fired }) => mode === 'none' && fired === 0)).toBe(true)
    expect(faults.find(({ party }) => party === 'sms')?.firedEver).toBe(1)
    expect((await open('/faults')).text).toContain('Everybody behaves')
  })

  it('explains every mode of every party', async () => {
    for (const [party, switches] of [
      ['sms', 8],
      ['bank', 11],
      ['game:JOKER', 8],
    ] as const) {
      const { text } = await open(`/faults?party=${party}`)
      expect(text.match(/role="switch"/g)).toHaveLength(switches)
      expect(text).not.toMatch(/\{it\}|\{not\}/)
    }
  })
})

describe('the game page', () => {
  it('plays turns that the sandbox decides and books', async () => {
    const session = await openSession(100)
    let creditsBefore = 100
    for (let turn = 0; turn < 20; turn += 1) {
      const answer = await submit('/games/UFABET/spin', { session, stake: '1' }, { accept: 'application/json' })
      const { reels, credits } = JSON.parse(answer.text) as { reels: number[]; credits: string }
      const change = { 1: 9, 2: 0.5, 3: -1 }[new Set(reels).size]
      expect(Number(credits) - creditsBefore).toBe(change)
      expect(await balance()).toBe(Number(credits))
      creditsBefore = Number(credits)
    }
  })

  it('plays without its script too', async () => {
    const session = await openSession(100)
    const page = await submit('/games/UFABET/spin', { session, stake: '10' })
    expect(page.status).toBe(200)
    expect(page.text).toContain(`<strong id="credits">${(await balance()).toFixed(2)}</strong>`)
    expect(await balance()).not.toBe(100)
  })

  it('never plays more than there is, nor another stake', async () => {
    const session = await openSession(4)
    const answer = await submit('/games/UFABET/spin', { session, stake: '5' }, { accept: 'application/json' })
    expect(answer.status).toBe(409)
    expect((await submit('/games/UFABET/spin', { session, stake: '-5' })).status).toBe(400)
    expect(await balance()).toBe(4)
  })

  it('books a win or a loss by hand, within what there is', async () => {
    const session = await openSession(50)
    expect((await submit('/games/UFABET/book', { session, change: '-100' })).status).toBe(409)
    expect((await submit('/games/UFABET/book', { session, change: '100' })).status).toBe(303)
    expect(await balance()).toBe(150)
    expect((await submit('/games/UFABET/book', { session, change: '-100' })).status).toBe(303)
    expect((await submit('/games/UFABET/book', { session, change: '1000000' })).status).toBe(400)
    expect((await submit('/games/UFABET/book', { session: 'x', change: '100' })).status).toBe(403)
    expect(await balance()).toBe(50)
  })

  it('wants a session of its own provider', async () => {
    const session = await openSession(10)
    expect((await submit('/games/JOKER/spin', { session, stake: '1' })).status).toBe(403)
    expect((await submit('/games/UFABET/spin', { session: 'x', stake: '1' })).status).toBe(403)
    expect((await open(`/games/JOKER?session=${session}`)).text).toContain('Log in')
    expect(await balance()).toBe(10)
  })

  it('lets a player in by name and password', async () => {
    await openSession(7)
    const login = await submit('/games/UFABET/login', { username: 'player000001', password: 'Secret-1' })
    expect(login.status).toBe(303)
    expect((await open(login.location)).text).toContain('7.00')
    const wrong = await submit('/games/UFABET/login', { username: attack, password: 'x' })
    expect(wrong.status).toBeGreaterThanOrEqual(400)
    expect(wrong.text).toContain('User name or password is wrong')
  })
})
