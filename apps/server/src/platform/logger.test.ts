import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createTestLogger } from '../testing/logger.ts'
import { createLogger, maskText } from './logger.ts'

const secret = 'hunter2-XYZ'

describe('the log', () => {
  it.each([
    ['a password', { password: secret }],
    ['a token deep down', { a: [{ b: { Token: secret } }] }],
    ['headers', { headers: { Authorization: `Bearer ${secret}`, 'x-otp-token': secret, cookie: secret } }],
    ['a code', { body: { otpCode: secret, otpToken: secret, oldPassword: secret, newPassword: secret } }],
    ['a path', { path: `/api/autoLogin/pg/player1/${secret}` }],
    ['a text with a token', { note: `sent authorization: Bearer ${secret}, twice` }],
    ['the address of a database', { url: `postgres://krapao:${secret}@db.example/krapao` }],
    ['an error', { err: new Error(`Bearer ${secret}`, { cause: new Error(`/api/autoLogin/pg/p/${secret}`) }) }],
    [
      'what a database tells of a row',
      { err: Object.assign(new Error('duplicate'), { detail: secret, code: '23505' }) },
    ],
  ])('never shows %s', (_, record) => {
    const { logger, lines } = createTestLogger()
    logger.info(record, `Bearer ${secret}`)
    expect(lines).toHaveLength(1)
    expect(JSON.stringify(lines)).not.toContain(secret)
  })

  it('keeps what helps: the type, code and place of an error and of its cause', () => {
    const { logger, lines } = createTestLogger()
    const cause = Object.assign(new TypeError('inner'), { code: 'E1' })
    logger.error({ err: new Error('outer', { cause }), member: 'm1' }, 'it failed')
    expect(lines[0]).toMatchObject({
      level: 'error',
      msg: 'it failed',
      member: 'm1',
      err: {
        type: 'Error',
        message: 'outer',
        stack: expect.stringContaining('logger.test.ts'),
        cause: { type: 'TypeError', message: 'inner', code: 'E1' },
      },
    })
  })

  it('takes an error alone, dates, circles and odd values', () => {
    const { logger, lines } = createTestLogger()
    const circle: Record<string, unknown> = { at: new Date('2026-11-21T00:00:00Z'), none: null, absent: undefined }
    circle['self'] = circle
    logger.error(new Error('alone'))
    logger.info(circle, 'odd')
    expect(lines[0]).toMatchObject({ err: { message: 'alone' } })
    expect(lines[1]).toMatchObject({ at: '2026-11-21T00:00:00.000Z', msg: 'odd' })
  })

  it('is one line of JSON an event, with its time in UTC, whatever somebody put into it', () => {
    let written = ''
    const destination = new Writable({
      write(chunk: Buffer, _encoding, done) {
        written += chunk.toString()
        done()
      },
    })
    const forged = 'Noi\r\n{"level":"error","msg":"the books are wrong"}\u2028\u001b[2J'
    createLogger({ level: 'info', destination }).info({ name: forged, [forged]: 1 }, forged)
    const [line = '', ...others] = written.split(/[\r\n]/).filter((text) => text !== '')
    expect(others).toEqual([])
    expect(line).not.toContain('\u001b')
    expect(JSON.parse(line)).toMatchObject({ level: 'info', name: forged, msg: forged })
    expect((JSON.parse(line) as { time: string }).time).toMatch(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/)
  })

  it('never shows the id of a guest, which opens his chat to whoever knows it', () => {
    const id = `guest-${'aB3_-'.repeat(5)}`
    const { logger, lines } = createTestLogger()
    logger.info({ path: `/api/desk/rooms/${id}/history`, rooms: [id], err: new Error(`no ${id}`) }, `of ${id}.`)
    expect(JSON.stringify(lines)).not.toContain(id)
    expect(lines[0]).toMatchObject({ path: '/api/desk/rooms/guest-***/history', msg: 'of guest-***.' })
    expect(maskText('/user/guest-history')).toBe('/user/guest-history')
  })

  it('leaves user names in launch paths readable', () => {
    expect(maskText('/api/autoLogin/pg/player1/secret?x=1')).toBe('/api/autoLogin/pg/player1/***?x=1')
    expect(maskText('/api/autoLogin/pg/player1')).toBe('/api/autoLogin/pg/player1')
  })
})
