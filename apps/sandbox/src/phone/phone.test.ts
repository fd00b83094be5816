import { describe, expect, it } from 'vitest'
import { sandboxForEach } from '../testing/harness.ts'

const { clock, sandbox } = sandboxForEach()

const send = (to: string, text: string) => sandbox.post('/sms/send', { to, text }, sandbox.keys.sms)
const inbox = async (to: string) =>
  (await sandbox.get(`/api/phone/messages?to=${encodeURIComponent(to)}`)).body['messages']

describe('the phone', () => {
  it('keeps one inbox a number, newest first', async () => {
    expect((await send('0812345678', 'first')).status).toBe(200)
    clock.advance(1000)
    await send('0812345678', 'second')
    await send('0899999999', 'another')
    expect(await inbox('0812345678')).toEqual([
      { to: '0812345678', text: 'second', sentAt: '2026-11-21T09:30:01.000Z' },
      { to: '0812345678', text: 'first', sentAt: '2026-11-21T09:30:00.000Z' },
    ])
    const all = (await sandbox.get('/api/phone/messages')).body['messages']
    expect(all).toMatchObject([{ text: 'another' }, { text: 'second' }, { text: 'first' }])
  })

  it.each([
    ['+66812345678', '0812345678'],
    ['081 234-5678', '0812345678'],
    ['+8562055512345', '2055512345'],
    ['02055512345', '2055512345'],
  ])('knows %s as %s', async (sent, asked) => {
    await send(sent, 'hello')
    expect(await inbox(asked)).toMatchObject([{ to: sent, text: 'hello' }])
  })

  it('takes nothing without the key or without a text', async () => {
    const sms = { to: '0812345678', text: 'hello' }
    for (const key of [undefined, sandbox.keys.bank]) {
      expect((await sandbox.post('/sms/send', sms, key)).status).toBe(401)
    }
    expect((await send('0812345678', '')).status).toBe(400)
    expect((await send('<script>', 'hello')).status).toBe(400)
    expect(await inbox('0812345678')).toEqual([])
  })

  it('keeps the messages over a restart', async () => {
    await send('0812345678', 'kept')
    await sandbox.restart()
    expect(await inbox('0812345678')).toMatchObject([{ text: 'kept' }])
  })
})
