import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { calls, desk, type SentBodyOf, SLIP_BYTES_MAX } from '@krapao/contract'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { type Answered, createClient, newKey, waitUntil } from '../stage/client.ts'
import {
  newPhone,
  newPlayer,
  ownAccountOf,
  type Player,
  registrationOf,
  verifyPhone,
  walletOf,
} from '../stage/players.ts'
import { freePort, makeDatabase, Program, programs } from '../stage/product.ts'
import { endedSlips, openSlipDoor, sendSlip, transferByHand } from '../stage/slips.ts'
import { addStaff, deskToken, totpOf } from '../stage/staff.ts'
import { sharedWorld, showLogOnFailure } from '../stage/stories.ts'

// What attackers did to the running product, done again. Each comes from whatever address it wants to: the product stands
// behind a proxy of this machine, which says where calls are from.

const world = sharedWorld({ KRAPAO_TRUST_PROXY: 'loopback', KRAPAO_LIMIT_FACTOR: '0.5', KRAPAO_DOCS: '1' })
const MEGABYTE = Buffer.alloc(1024 * 1024)
let owner: Player
let others: Player[] = []

beforeAll(async () => {
  owner = await newPlayer(world)
  others = []
  for (let made = 0; made < 6; made += 1) others.push(await newPlayer(world))
  await openSlipDoor(world)
})
beforeEach((context) => showLogOnFailure(world, context))

const from = (address: string, headers: Record<string, string> = {}) => ({
  headers: { 'x-forwarded-for': address, ...headers },
})

/** The work that a refusal asks for, as a client does it. */
function worked({ refusal, details }: Pick<Answered<never>, 'refusal' | 'details'>): Record<string, string> {
  if (refusal !== 'PROOF_NEEDED') throw new Error(`no work was asked for: ${refusal}`)
  for (let number = 0; ; number += 1) {
    const proof = `${String(details['challenge'])}.${number}`
    const hash = createHash('sha256').update(proof).digest().readUInt32BE(0)
    if (Math.clz32(hash) >= Number(details['bits'])) return { 'x-proof': proof }
  }
}

/** Asks for the description so often on one line, without waiting for answers; answers their statuses. */
function askAtOnce(times: number, address: string, etag: string): Promise<number[]> {
  const { hostname, port } = new URL(world.product.walletUrl)
  const call = (line: string): string =>
    `GET /api/openapi.json HTTP/1.1\r\nhost: ${hostname}\r\nx-forwarded-for: ${address}\r\naccept-encoding: br\r\n` +
    `if-none-match: ${etag}\r\nconnection: ${line}\r\n\r\n`
  return new Promise((done, fail) => {
    let answers = ''
    const socket = connect(Number(port), hostname, () => {
      socket.write(call('keep-alive').repeat(times - 1) + call('close'))
    })
    socket.on('data', (part) => (answers += part.toString('latin1')))
    socket.on('error', fail)
    socket.on('close', () => done([...answers.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status))))
  })
}

/** Asks for a code for a new password, with the work for it where others have just asked for one. */
async function askForCode(phone: string, address: string) {
  const sent = { body: { phoneNumber: phone } }
  const first = await world.api.call(calls.accountForgotPassword, { ...sent, ...from(address) })
  if (first.status === 200) return first.body
  return world.api.ok(calls.accountForgotPassword, { ...sent, ...from(address, worked(first)) })
}

it('gives the money of a slip to nobody whose account only ends like the payer’s', async () => {
  const phone = newPhone()
  const headers = await verifyPhone(world, phone)
  const number = `999${owner.bank.bankAccountNo.slice(3)}`
  const typed = { ...registrationOf(phone), bankAccountName: 'ANAN RAKDEE', bankAccountNo: number }
  await world.api.ok(calls.accountRegister, { headers, body: { ...typed, currency: 'BAHT' } })
  const { token } = await world.api.ok(calls.login, {
    body: { username: phone, password: typed.password, remember: true },
  })
  const thief = { ...owner, token, phone }
  const slip = await transferByHand(world, ownAccountOf(owner), 321)
  expect(await sendSlip(world.product.walletUrl, thief, slip)).toBe(200)
  expect((await endedSlips(world, thief))[0]).toBe('IN_REVIEW')
  expect(await sendSlip(world.product.walletUrl, owner, slip)).toBe(200)
  expect((await endedSlips(world, owner))[0]).toBe('SUCCESS')
  expect([await walletOf(world, thief), await walletOf(world, owner)]).toEqual([0, 321])
})

it('answers others while one address asks for the description of the API again and again', async () => {
  const ask = async (address: string, etag = '') => {
    const headers = { 'x-forwarded-for': address, 'accept-encoding': 'br', ...(etag && { 'if-none-match': etag }) }
    const answer = await fetch(`${world.product.walletUrl}/api/openapi.json`, { headers })
    await answer.arrayBuffer()
    return answer
  }
  const first = await ask('198.51.100.1')
  expect([first.status, first.headers.get('content-encoding')]).toEqual([200, 'br'])
  const etag = first.headers.get('etag') ?? ''
  const statuses = await Promise.all(Array.from({ length: 31 }, () => askAtOnce(100, '198.51.100.1', etag)))
  expect(new Set(statuses.flat())).toEqual(new Set([304, 429]))
  expect((await ask('198.51.100.2')).status).toBe(200)
})

it('has codes for who needs one, after a crowd of networks asked for phones that nobody has', async () => {
  expect((await world.product.operator('settings', 'set', 'otpPerHour', '60')).exitCode).toBe(0)
  const statuses: number[] = []
  for (let round = 0; round < 50; round += 1) {
    const ask = { ...from(`10.${round}.1.1`), body: { phoneNumber: newPhone() } }
    statuses.push((await world.api.call(calls.accountForgotPassword, ask)).status)
  }
  expect(new Set(statuses)).toEqual(new Set([200]))
  const before = (await world.sandbox.messages(owner.phone)).length
  await askForCode(owner.phone, '10.200.1.1')
  await waitUntil(
    'the code came',
    () => world.sandbox.messages(owner.phone),
    (texts) => texts.length > before,
  )
  await verifyPhone(world, newPhone())
})

it('lets a person in, and to a new password, whom others tried to lock out', async () => {
  const [person] = others
  if (!person) throw new Error('nobody is there')
  const { phone, password } = person
  const login = (typed: string, at: ReturnType<typeof from>) =>
    world.api.call(calls.login, { ...at, body: { username: phone, password: typed, remember: true } })
  const cookie = (await login(password, from('10.90.0.1'))).headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  const guess = async (network: number) => {
    for (let tries = 0; tries < 5; tries += 1) await login(`wrong ${tries}`, from(`10.91.${network}.1`))
  }
  await Promise.all(Array.from({ length: 20 }, (_, network) => guess(network)))
  // Not before a while has passed, or, where a minute has passed meanwhile, not without work.
  expect([428, 429]).toContain((await login(password, from('10.91.1.1'))).status)
  expect((await login(password, from('10.91.1.1', { cookie }))).status).toBe(200)
  const elsewhere = await login(password, from('10.92.1.1'))
  expect((await login(password, from('10.92.1.1', worked(elsewhere)))).status).toBe(200)

  const reset = (otpToken: string, otpCode: string, address: string) =>
    world.api.call(calls.accountResetPassword, {
      ...from(address),
      body: { otpToken, otpCode, newPassword: 'nine loud kettles' },
    })
  for (const thief of ['10.93.1.1', '10.94.1.1']) {
    const { otpToken } = await askForCode(phone, thief)
    for (let tries = 0; tries < 6; tries += 1) await reset(otpToken, 'x', thief)
  }
  const before = (await world.sandbox.messages(phone)).length
  const { otpToken } = await askForCode(phone, '10.95.1.1')
  await waitUntil(
    'his code came',
    () => world.sandbox.messages(phone),
    (texts) => texts.length > before,
  )
  expect((await reset(otpToken, await world.sandbox.otpCode(phone), '10.95.1.1')).status).toBe(200)
})

it('asks who comes from many addresses of one network for work, and nobody else', async () => {
  const ask = (address: string) =>
    world.api.call(calls.accountForgotPassword, { ...from(address), body: { phoneNumber: newPhone() } })
  const seen: number[] = []
  for (let line = 1; line <= 240 && !seen.includes(428); line += 1) {
    seen.push((await ask(`2001:db8:77:${line.toString(16)}::1`)).status)
  }
  expect([...new Set(seen)]).toEqual([200, 428])
  expect((await ask('2001:db8:78:1::1')).status).toBe(200)
})

it('lets one of the staff in whom others tried to lock out', async () => {
  const staff = createClient(world.product.deskUrl)
  const { username, password, totpKey } = await addStaff(world.product, 'mai', 'Mai')
  const codes = { username, password, totpKey }
  const login = (typed: string, totp: string, at: ReturnType<typeof from>) =>
    staff.call(desk.deskLogin, { ...at, body: { username, password: typed, totp } })
  const first = await login(password, totpOf(codes), from('10.96.0.1'))
  const cookie = first.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  const guess = async (network: number) => {
    for (let tries = 0; tries < 5; tries += 1) await login(`wrong ${tries}`, '000000', from(`10.97.${network}.1`))
  }
  await Promise.all(Array.from({ length: 20 }, (_, network) => guess(network)))
  expect([428, 429]).toContain((await login(password, totpOf(codes, 1), from('10.97.1.1'))).status)
  // From anywhere else for a moment of work, and on his own device without.
  const elsewhere = await login(password, '000000', from('10.98.1.1'))
  expect((await login(password, '000000', from('10.98.1.1', worked(elsewhere)))).status).toBe(401)
  expect((await login(password, totpOf(codes, 1), from('10.97.1.1', { cookie }))).status).toBe(200)
})

it('reads an honest slip while many send files of the largest size at a trickle', async () => {
  const size = 20 * 1024 * 1024
  const lines: { socket: Socket; answer: string }[] = []
  const { hostname, port } = new URL(world.product.walletUrl)
  const part = '--form\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n'
  for (const { token } of others.slice(1)) {
    for (let form = 0; form < 4; form += 1) {
      const line = { socket: connect(Number(port), hostname), answer: '' }
      line.socket.on('error', () => undefined).on('data', (text) => (line.answer += text.toString()))
      line.socket.write(
        `POST ${calls.chatUploadVideo.path} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\n` +
          `content-type: multipart/form-data; boundary=form\r\ncontent-length: ${size}\r\n\r\n${part}`,
      )
      lines.push(line)
    }
  }
  const trickle = setInterval(() => {
    for (const { socket } of lines) if (socket.writable) socket.write(Buffer.alloc(2 * 1024))
  }, 200)
  try {
    const slip = await transferByHand(world, ownAccountOf(owner), 45)
    expect(slip.length).toBeLessThan(SLIP_BYTES_MAX)
    expect(await sendSlip(world.product.walletUrl, owner, slip)).toBe(200)
    await waitUntil(
      'slow ones are ended',
      async () => lines.filter(({ answer }) => answer.includes(' 429 ')).length,
      (ended) => ended >= 4,
    )
    expect((await endedSlips(world, owner))[0]).toBe('SUCCESS')
  } finally {
    clearInterval(trickle)
    for (const { socket } of lines) socket.destroy()
  }
})

/** Sends a form with so many bytes of nothing, and gives status and code of the answer. */
function sendForm(bytes: number, headers: Record<string, string>): Promise<string> {
  const head = Buffer.from('--form\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n')
  const tail = Buffer.from('\r\n--form--\r\n')
  const terms = { 'content-type': 'multipart/form-data; boundary=form', ...headers }
  const length = { 'content-length': String(head.length + bytes + tail.length) }
  return new Promise((done, failed) => {
    const url = `${world.product.walletUrl}${calls.chatUploadVideo.path}`
    const form = request(url, { method: 'POST', headers: { ...terms, ...length } }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part)).on('error', failed)
      answer.on('end', () => {
        done(`${answer.statusCode} ${JSON.parse(Buffer.concat(parts).toString()).message}`)
        form.destroy()
      })
    })
    form.on('error', failed)
    // One buffer for all of them: the memory that is measured is the server's, and none of this process.
    const body = [head, ...Array.from({ length: bytes / MEGABYTE.length }, () => MEGABYTE), tail]
    Readable.from(body).pipe(form)
  })
}

it('has memory for itself while twenty forms of 20 MB come side by side, and answers each of them', async () => {
  const memory = async () => {
    const text = await (await fetch(`${world.product.walletUrl}/metrics`)).text()
    return Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1])
  }
  const before = await memory()
  const forms = [
    ...Array.from({ length: 12 }, (_, guest) => ({ 'x-forwarded-for': `10.120.${guest}.1` })),
    ...others.slice(4).flatMap(({ token }) => Array.from({ length: 4 }, () => ({ authorization: `Bearer ${token}` }))),
  ]
  expect(forms).toHaveLength(20)
  let isDone = false
  const answers = Promise.all([
    ...forms.map((headers) => sendForm(20 * MEGABYTE.length, headers)),
    sendForm(21 * MEGABYTE.length, { 'x-forwarded-for': '10.121.0.1' }),
  ]).finally(() => (isDone = true))
  const seen = [await memory()]
  while (!isDone) seen.push(await memory())
  // Half of the room for uploads, twice for a moment, and what is not cleared away yet: all forms would be 800 MB and more.
  expect(Math.max(...seen) - before).toBeLessThan(300 * MEGABYTE.length)
  const told = new Set(await answers)
  expect(told.delete('413 FILE_TOO_LARGE')).toBe(true)
  expect(['415 FILE_NOT_SUPPORTED', '429 REQUEST_LIMIT']).toEqual(expect.arrayContaining([...told]))
})

it('takes no password that everybody tries first', async () => {
  const phone = newPhone()
  const headers = await verifyPhone(world, phone)
  for (const password of ['babygirl', 'Password!1', 'krapao2026', 'chessmaster', phone]) {
    const body = { ...registrationOf(phone), password, currency: 'BAHT' } as const
    expect([password, await world.api.refused(calls.accountRegister, { headers, body })]).toEqual([
      password,
      '422 INVALID_USER_INFO',
    ])
  }
})

it('suspends a member at once, his open sessions too', async () => {
  const [, suspect] = others
  if (!suspect) throw new Error('nobody is there')
  const { token, phone, password } = suspect
  expect((await world.product.operator('members', 'lock', phone, '--reason', 'a thief')).exitCode).toBe(0)
  expect((await world.api.call(calls.walletAmount, { token })).status).not.toBe(200)
  const body = { username: phone, password, remember: true }
  expect(await world.api.refused(calls.login, { body })).toBe('403 INACTIVE_USER')
})

it('shows curious staff no phone number, writes down what they leaf through, and sends members nowhere else', async () => {
  const staff = createClient(world.product.deskUrl)
  const [, , member] = others
  if (!member) throw new Error('nobody is there')
  const said = { message_type: 'text', payload: { message: 'hello' } } as const
  await world.api.ok(calls.chatSendMessage, { token: member.token, key: newKey(), body: { message: said } })
  const token = await deskToken(world.product, await addStaff(world.product, 'nid', 'Nid'))
  const { rooms } = await staff.ok(desk.deskInbox, { token, query: { box: 'open' } })
  const room = rooms.find(({ roomId }) => roomId === member.memberId)
  expect(room).toBeDefined()
  expect(JSON.stringify(rooms)).not.toContain(member.phone)
  for (let second = 10; second <= 20; second += 1) {
    const after = `moved.2026-11-21T00:00:${second}.000Z_x`
    await staff.ok(desk.deskInbox, { token, query: { box: 'open', after } })
  }
  const { rows } = await staff.ok(desk.deskAudit, { token })
  expect(rows.filter(({ deed }) => deed === 'inbox-read')).toHaveLength(12)
  const params = { roomId: member.memberId }
  await staff.ok(desk.deskClaim, { token, params })
  const card = { title: 'One', subtitle: '', buttons: [], image_url: 'https://evil.example/eye.png' }
  const button = { title: 'Open', type: 'web' as const, payload: 'https://evil.example/' }
  const messages: SentBodyOf<typeof desk.deskSend>['message'][] = [
    { message_type: 'generic', payloads: [card] },
    { message_type: 'buttons', payload: { title: 'Look', buttons: [button] } },
  ]
  for (const message of messages) {
    const sent = await staff.call(desk.deskSend, { token, params, key: newKey(), body: { message } })
    expect(sent.status).toBe(422)
  }
})

it('leaves a token dead that changed a password, and gives its owner a new one', async () => {
  const [, , , player] = others
  if (!player) throw new Error('nobody is there')
  const { token, password } = player
  const body = { oldPassword: password, newPassword: 'eleven calm rivers' }
  const changed = await world.api.ok(calls.accountChangePassword, { token, body })
  expect((await world.api.call(calls.walletAmount, { token })).status).toBe(401)
  expect((await world.api.call(calls.walletAmount, { token: changed.token })).status).toBe(200)
})

it('publishes nothing of the demo, nor of how the API is made, where real money is meant', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'krapao-production-'))
  const [port, deskPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const database = await makeDatabase()
  const server = new Program(
    programs.server,
    {
      PATH: process.env['PATH'],
      TMPDIR: process.env['TMPDIR'],
      NODE_ENV: 'production',
      KRAPAO_DATA: folder,
      ...(database === null ? {} : { DATABASE_URL: database.url }),
      KRAPAO_SECRET: randomBytes(32).toString('hex'),
      PORT: String(port),
      DESK_PORT: String(deskPort),
    },
    `${url}/health`,
  )
  try {
    await server.start()
    expect((await createClient(url).ok(calls.lookupDeposit)).banks).toEqual([])
    expect((await fetch(`${url}/api/openapi.json`)).status).toBe(404)
    expect(server.log).toContain('no bank account for deposits')
  } finally {
    await server.stop()
    await database?.drop()
    rmSync(folder, { recursive: true, force: true })
  }
})
