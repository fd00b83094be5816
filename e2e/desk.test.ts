import { randomBytes } from 'node:crypto'
import { calls, desk } from '@krapao/contract'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createClient, newKey } from './client.ts'
import { type Product, startProduct } from './product.ts'
import { addStaff, deskToken } from './staff.ts'

// The support desk of the whole product: an account made by the operator's command, the desk's own address, and a server
// that is killed between a question and its answer.

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.close())

it('answers a guest across a kill of the server, and loses no word and no claim', async () => {
  const guestId = `guest-${randomBytes(16).toString('base64url')}`
  const [wallet, staff] = [createClient(product.walletUrl), createClient(product.deskUrl)]
  const ask = (message: string, key = newKey()) =>
    wallet.ok(calls.chatSendMessage, {
      key,
      body: { guestId, message: { message_type: 'text', payload: { message } } },
    })
  await product.operator('settings', 'set', 'chatRobot', 'false')
  const token = await deskToken(product, await addStaff(product, 'noi', 'Noi of the day shift'))
  const other = await deskToken(product, await addStaff(product, 'bua', 'Bua'))

  expect((await ask('hello')).seq).toBe(1)
  const { rooms } = await staff.ok(desk.deskInbox, { token })
  const [room] = rooms
  expect(room).toMatchObject({ kind: 'guest', last: { text: 'hello' } })
  // Whoever knows a guest's own id is that guest: staff are told another one.
  expect(JSON.stringify(rooms)).not.toContain(guestId)
  const params = { roomId: room?.roomId ?? '' }
  await staff.ok(desk.deskClaim, { token, params })
  const key = newKey()
  const body = { message: { message_type: 'text', payload: { message: 'How can I help?' } } } as const
  const sent = await staff.ok(desk.deskSend, { token, params, body, key })

  await product.server.stop('SIGKILL')
  await product.server.start()
  expect((await staff.ok(desk.deskSend, { token, params, body, key }))._id).toBe(sent._id)
  expect(await staff.refused(desk.deskSend, { token: other, params, body })).toBe('409 ROOM_HELD')
  await ask('where is my deposit?')
  const { messages } = await wallet.ok(calls.chatHistory, { body: { guestId, limit: 100 } })
  expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1))
  expect(messages.filter(({ sender }) => sender === 'admin').map(({ message }) => message.payload?.message)).toEqual([
    'How can I help?',
  ])
  const seen = await staff.ok(desk.deskHistory, { token, params, body: { limit: 100 } })
  expect(seen.messages.map(({ _id }) => _id)).toEqual(messages.map(({ _id }) => _id))

  expect(await product.operator('desk', 'disable', 'noi')).toMatchObject({ exitCode: 0 })
  expect(await staff.refused(desk.deskMe, { token })).toBe('401 invalid-token')
  await staff.ok(desk.deskClaim, { token: other, params })
  const { rows } = await staff.ok(desk.deskAudit, { token: other })
  expect(rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['agent-added', 'login', 'claim', 'message', 'agent-disabled']),
  )
})
