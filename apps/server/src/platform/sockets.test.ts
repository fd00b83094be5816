import type { ChatMessage } from '@krapao/contract'
import { request } from 'node:http'
import { connect } from 'node:net'
import { Socket } from 'socket.io'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { startTestHttp } from '../testing/http.ts'
import { closePages, openPage, type OpenPageTerms } from '../testing/open-page.ts'
import { guestRoomId } from './ids.ts'
import { createSignals } from './signals.ts'

const signals = createSignals()
const ended = new Set<string>()
let isTerminated = false
let isChatOpen = true
let tokensSeen = 0

const server = await startTestHttp({
  calls: [],
  routes: [],
  async authenticate(token) {
    tokensSeen += 1
    if (token === 'broken') throw new Error('the database is away')
    if (!token.startsWith('member-')) return { ok: false, code: 'invalid-token' }
    const [memberId = ''] = token.split('.', 1)
    return {
      ok: true,
      member: { memberId, sessionId: token, username: '0800000000', factorAt: null, newDeviceAt: null },
    }
  },
  isTerminated: () => Promise.resolve(isTerminated),
  live: {
    signals,
    liveSessions: (ids) => Promise.resolve(new Set(ids.filter((id) => !ended.has(id)))),
    isChatOpen: () => Promise.resolve(isChatOpen),
  },
  config: { publicUrl: 'https://krapao.example', trustProxy: ['127.0.0.1'] },
})
const { port } = await server.http.listen()
const url = `http://127.0.0.1:${port}`
afterAll(() => server.close())
afterEach(() => {
  closePages()
  isTerminated = false
  isChatOpen = true
})

const open = (token: unknown, terms: OpenPageTerms = {}) => openPage(url, { auth: { token }, ...terms })
const tell = (memberId: string, reason = 'deposit') => signals.publish({ kind: 'wallet', memberId, reason })
const check = async () => {
  for (const job of server.http.jobs) if (job.name === 'sockets-check') await job.run(new AbortController().signal)
}

describe('a page that listens', () => {
  it.each(['websocket', 'polling'] as const)('hears by %s when the money of its member moved', async (transport) => {
    const page = open('member-a.1', { transport })
    await page.connected
    tell('member-a', 'withdraw')
    expect(await page.nextHint()).toEqual({ reason: 'withdraw' })
  })

  it('is cut off when nobody knows what it was not told, so that it asks', async () => {
    const page = open('member-a.1')
    await page.connected
    signals.publish({ kind: 'missed' })
    expect(await page.closed).toBe('transport close')
  })

  it('hears nothing of others, whatever it asks for', async () => {
    const curious = open('member-b.1', { auth: { token: 'member-b.1', room: 'member:member-a', userId: 'member-a' } })
    const other = open('member-a.2')
    await Promise.all([curious.connected, other.connected])
    tell('member-a')
    tell('member-b', 'transfer')
    expect(await curious.nextHint()).toEqual({ reason: 'transfer' })
    expect(await other.nextHint()).toEqual({ reason: 'deposit' })
    expect(curious.hints).toHaveLength(1)
  })

  it.each([
    ['join', ['member:member-a']],
    ['wallet', [{ reason: 'deposit' }]],
  ])('is closed when it sends %s', async (event, words) => {
    const page = open('member-c.1')
    await page.connected
    page.send(event, ...words)
    await page.closed
    tell('member-a')
    tell('member-c')
    expect(page.hints).toEqual([])
  })

  it('is closed when it sends more than a token needs', async () => {
    const page = open('member-c.2')
    await page.connected
    page.send('join', 'x'.repeat(5_000))
    await page.closed
    expect((await fetch(`${url}/health`)).status).toBe(200)
  })

  it('finds no other namespace', async () => {
    await expect(open('member-c.3', { namespace: '/admin' }).connected).rejects.toThrow('Invalid namespace')
  })
})

describe('who is let in', () => {
  it.each([
    [undefined, 'UNAUTHORIZED'],
    [{ token: 'member-a.1' }, 'UNAUTHORIZED'],
    ['', 'invalid-token'],
    ['nonsense', 'invalid-token'],
  ])('is refused with the token %j: %s', async (token, code) => {
    await expect(open(token).connected).rejects.toThrow(code)
  })

  it('nobody, once the service has ended; and those inside are put out', async () => {
    const page = open('member-d.1')
    await page.connected
    isTerminated = true
    await check()
    await page.closed
    await expect(open('member-d.1').connected).rejects.toThrow('gone')
  })

  it('nobody, while tokens cannot be looked at', async () => {
    await expect(open('broken').connected).rejects.toThrow('INTERNAL_SERVER_ERROR')
    expect(server.lines).toContainEqual(expect.objectContaining({ msg: 'a connection could not be judged' }))
    expect(JSON.stringify(server.lines)).not.toContain('member-a.1')
  })

  it.each([
    ['absent', {}, true],
    ['the public address', { origin: 'https://krapao.example' }, true],
    ['the very host', { origin: url }, true],
    ['another host', { origin: 'https://evil.example' }, false],
    ['another port of the host', { origin: `http://127.0.0.1:${port + 1}` }, false],
    ['a name that begins alike', { origin: 'https://krapao.example.evil.example' }, false],
    ['opaque', { origin: 'null' }, false],
    ['no address', { origin: 'krapao.example' }, false],
  ])('from an origin that is %s: %j %s', async (_, headers, isLetIn) => {
    for (const transport of ['websocket', 'polling'] as const) {
      const entering = open('member-e.1', { headers, transport }).connected.then(
        () => true,
        () => false,
      )
      expect(await entering).toBe(isLetIn)
    }
  })
})

describe('a socket and its session', () => {
  it('end together when the end is told, others stay', async () => {
    const [one, other] = [open('member-f.1'), open('member-f.2')]
    await Promise.all([one.connected, other.connected])
    ended.add('member-f.1')
    signals.publish({ kind: 'sessions-ended', memberId: 'member-f' })
    expect(await one.closed).toBe('io server disconnect')
    tell('member-f')
    await other.nextHint()
    expect(one.hints).toEqual([])
  })

  it('end together by the check when nobody told', async () => {
    const [one, other] = [open('member-g.1'), open('member-g.2')]
    await Promise.all([one.connected, other.connected])
    ended.add('member-g.1')
    await check()
    await one.closed
    tell('member-g')
    await other.nextHint()
    expect(one.hints).toEqual([])
  })
})

describe('how many', async () => {
  // A tenth of the usual: 2 of a member at a time, 50 of an address at a time, 60 of an address in a minute.
  const small = await startTestHttp({
    calls: [],
    routes: [],
    database: server.database,
    live: { signals, liveSessions: (ids) => Promise.resolve(new Set(ids)) },
    config: { limitFactor: 0.1, trustProxy: ['127.0.0.1'] },
  })
  const smallUrl = `http://127.0.0.1:${(await small.http.listen()).port}`
  afterAll(() => small.close())
  const enter = (token: string) => {
    const page = openPage(smallUrl, { auth: { token } })
    const told = page.connected.then(
      () => 'let in',
      (error: Error) => error.message,
    )
    return { page, told }
  }
  const handshake = (address: string) =>
    fetch(`${smallUrl}/socket.io/?EIO=4&transport=polling`, { headers: { 'x-forwarded-for': address } })

  it('of one member at a time, until one of them ends', async () => {
    const first = enter('member-h')
    expect([await first.told, await enter('member-h').told]).toEqual(['let in', 'let in'])
    expect(await enter('member-h').told).toBe('REQUEST_LIMIT')
    expect(await enter('member-i').told).toBe('let in')
    first.page.close()
    await expect.poll(() => enter('member-h').told).toBe('let in')
  })

  it('of one address at a time, as a trusted proxy tells it', async () => {
    const first = await Promise.all(Array.from({ length: 50 }, () => handshake('198.51.100.7')))
    expect(new Set(first.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await handshake('198.51.100.7')).status).toBe(403)
    expect((await handshake('198.51.100.8')).status).toBe(200)
  })

  it('of one address in a minute, though each ends at once', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.9' }
    const enterAndLeave = async () => {
      const page = openPage(smallUrl, { auth: { token: 'nonsense' }, headers })
      return page.connected.catch((error: Error) => error.message)
    }
    const told = []
    for (let times = 0; times < 61; times += 1) told.push(await enterAndLeave())
    expect(new Set(told.slice(0, 60))).toEqual(new Set(['invalid-token']))
    expect(told[60]).toBe('websocket error')
    small.clock.advance(60_000)
    expect(await enterAndLeave()).toBe('invalid-token')
  })
})

describe('the connection', () => {
  it('serves no files, sets no cookie, and tells what it sends to be kept by nobody', async () => {
    expect((await fetch(`${url}/socket.io/socket.io.js`)).status).toBe(400)
    const answer = await fetch(`${url}/socket.io/?EIO=4&transport=polling`)
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })

  it.each([
    ['an answer', 'EIO=4&transport=polling', {}, 200],
    ['an unknown transport', 'EIO=4&transport=pigeon', {}, 400],
    ['a foreign origin', 'EIO=4&transport=polling', { origin: 'https://evil.example' }, 403],
  ])('bears the headers of every answer on %s', async (_what, query, headers, status) => {
    const answer = await fetch(`${url}/socket.io/?${query}`, { headers })
    expect(answer.status).toBe(status)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    })
  })

  it('looks at few tokens of one connection, and then ends it', async () => {
    const address = `${url}/socket.io/?EIO=4&transport=polling`
    const { sid } = JSON.parse((await (await fetch(address)).text()).slice(1)) as { sid: string }
    tokensSeen = 0
    const body = Array.from({ length: 50 }, (_, index) => `40{"token":"member-x.${index}"}`).join('\x1e')
    await fetch(`${address}&sid=${sid}`, { method: 'POST', body })
    expect(tokensSeen).toBe(3)
    await fetch(`${address}&sid=${sid}`)
    expect((await fetch(`${address}&sid=${sid}`)).status).toBe(400)
  })

  it('survives clients that speak no Socket.IO', async () => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET /socket.io/?EIO=4 HTTP/1.1\r\nupgrade: x\r\n\r\n'),
    )
    await new Promise((done) => socket.once('data', done).on('close', done))
    socket.destroy()
    const broken = request(`${url}/socket.io/?EIO=4&transport=polling&sid=unknown`, { method: 'POST' }).end('4{')
    const status = await new Promise((done) => broken.on('response', (answer) => done(answer.resume().statusCode)))
    expect(status).toBe(400)
  })

  it('ends with the server, also for those who never showed a token', async () => {
    const own = await startTestHttp({
      calls: [],
      routes: [],
      database: server.database,
      live: { signals: createSignals(), liveSessions: (ids) => Promise.resolve(new Set(ids)) },
    })
    const { port: ownPort } = await own.http.listen()
    const ownUrl = `http://127.0.0.1:${ownPort}`
    const page = openPage(ownUrl, { auth: { token: 'member-j' } })
    const slow = openPage(ownUrl, { auth: { token: 'member-j' }, transport: 'polling' })
    await Promise.all([page.connected, slow.connected])
    const silent = new WebSocket(`ws://127.0.0.1:${ownPort}/socket.io/?EIO=4&transport=websocket`)
    await new Promise((done) => silent.addEventListener('message', done, { once: true }))
    const isSilentClosed = new Promise((done) => silent.addEventListener('close', done, { once: true }))
    await own.http.close()
    await Promise.all([page.closed, slow.closed, isSilentClosed])
    await expect(openPage(ownUrl, { auth: { token: 'member-j' } }).connected).rejects.toThrow('websocket error')
  })

  it('ends with the server though a client does not say good-bye', async () => {
    const own = await startTestHttp({
      calls: [],
      routes: [],
      database: server.database,
      live: { signals: createSignals(), liveSessions: (ids) => Promise.resolve(new Set(ids)) },
    })
    const { port: ownPort } = await own.http.listen()
    const mute = connect(ownPort, '127.0.0.1')
    const isOver = new Promise((done) => mute.on('close', done))
    mute.write(
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n' +
        'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
    await new Promise((done) => mute.once('data', done))
    await own.http.close()
    await isOver
  })
})

describe('a chat', () => {
  const guestOf = (letter: string) => `guest-${letter.repeat(22)}`
  const openGuest = (guestId: unknown, terms: OpenPageTerms = {}) => openPage(url, { auth: { guestId }, ...terms })
  let said = 0

  function say(roomId: string, text = 'hello'): ChatMessage {
    said += 1
    const message: ChatMessage = {
      _id: String(said).padStart(26, '0'),
      seq: said,
      sender: 'admin',
      createdAt: '2026-11-21T05:00:00.000Z',
      session_id: 'session',
      message: { message_type: 'text', payload: { message: text } },
      deliver: { id: String(said), status: 'succeed' },
    }
    signals.publish({ kind: 'chat', roomId, seq: said, message })
    return message
  }

  it('[CHT-047] puts a socket into the room of the prefix and its id, by the server alone', async () => {
    const join = vi.spyOn(Socket.prototype, 'join')
    const [member, guest] = [
      open('member-g.1'),
      openGuest(guestOf('a'), { auth: { guestId: guestOf('a'), room: 'chat:x' } }),
    ]
    await Promise.all([member.connected, guest.connected])
    // Each is in a room of its own name too.
    const rooms = join.mock.calls.flat(2).filter((room) => room.includes(':'))
    const own = [`chat:${guestOf('a')}`, `chat:${guestRoomId(guestOf('a'))}`, 'chat:member-g', 'member:member-g']
    expect(rooms.sort()).toEqual(own.sort())
    join.mockRestore()
  })

  it('[CHT-041] is told to all open pages of its member or guest, as it was said, and to no other', async () => {
    const own = [open('member-h.1'), open('member-h.2', { transport: 'polling' })]
    const guests = [openGuest(guestOf('b')), openGuest(guestOf('b'), { transport: 'polling' })]
    const others = [open('member-i.1'), openGuest(guestOf('c'))]
    await Promise.all([...own, ...guests, ...others].map(({ connected }) => connected))
    const [first, second, third] = [
      say('member-h', 'one'),
      say(guestRoomId(guestOf('b')), 'two'),
      say('member-h', 'three'),
    ]
    for (const page of own) expect([await page.nextMessage(), await page.nextMessage()]).toEqual([first, third])
    for (const page of guests) expect(await page.nextMessage()).toEqual(second)
    const ends = [say('member-i', 'end'), say(guestRoomId(guestOf('c')), 'end')]
    expect(await Promise.all(others.map((page) => page.nextMessage()))).toEqual(ends)
    expect(others.map(({ messages }) => messages.length)).toEqual([1, 1])
  })

  it.each([
    undefined,
    null,
    '',
    'guest-',
    'guest-1',
    'member-h',
    `guest-${'x'.repeat(21)}`,
    guestRoomId(guestOf('a')),
    { guestId: 'x' },
    [guestOf('a')],
  ])('lets no guest in by the id %j', async (guestId) => {
    await expect(openGuest(guestId).connected).rejects.toThrow('UNAUTHORIZED')
  })

  it('takes a token for what it is, whatever guest is named beside it', async () => {
    const auth = { token: 'nonsense', guestId: guestOf('d') }
    await expect(openPage(url, { auth }).connected).rejects.toThrow('invalid-token')
    const page = openPage(url, { auth: { token: 'member-j.1', guestId: guestOf('d') } })
    const guest = openGuest(guestOf('d'))
    await Promise.all([page.connected, guest.connected])
    const [, own] = [say(guestRoomId(guestOf('d')), 'not his'), say('member-j', 'his')]
    expect(await page.nextMessage()).toEqual(own)
  })

  it('lets a guest in from no foreign origin', async () => {
    const headers = { origin: 'https://evil.example' }
    await expect(openGuest(guestOf('e'), { headers }).connected).rejects.toThrow()
  })

  it('is closed to a guest who says anything, and to all guests once it is not shown any more', async () => {
    const [talking, silent, member] = [openGuest(guestOf('f')), openGuest(guestOf('g')), open('member-k.1')]
    await Promise.all([talking.connected, silent.connected, member.connected])
    talking.send('join', 'chat:member-k')
    await talking.closed
    isChatOpen = false
    await check()
    await silent.closed
    await expect(openGuest(guestOf('g')).connected).rejects.toThrow('UNAUTHORIZED')
    const message = say('member-k')
    expect(await member.nextMessage()).toEqual(message)
  })

  it('has no more pages of one guest than a few, and no more guests of one address in a minute', async () => {
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
    const pages = Array.from({ length: 10 }, () => openGuest(guestOf('h'), from('203.0.113.1')))
    await Promise.all(pages.map(({ connected }) => connected))
    await expect(openGuest(guestOf('h'), from('203.0.113.1')).connected).rejects.toThrow('REQUEST_LIMIT')
    const entering = Array.from({ length: 121 }, async (_, index) => {
      const page = openGuest(`guest-${String(index).padStart(22, '0')}`, from('203.0.113.2'))
      const end = await page.connected.then(
        () => 'in',
        (error: Error) => error.message,
      )
      page.close()
      return end
    })
    const ends = await Promise.all(entering)
    expect(ends.filter((end) => end === 'in')).toHaveLength(120)
    expect(ends.filter((end) => end !== 'in')).toEqual(['REQUEST_LIMIT'])
    const elsewhere = openGuest(guestOf('i'), from('203.0.113.3'))
    await elsewhere.connected
  })
})
