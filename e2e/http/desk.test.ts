import { randomBytes } from 'node:crypto'
import { calls, desk } from '@krapao/contract'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createClient, newKey } from '../stage/client.ts'
import { type Product, startProduct } from '../stage/product.ts'
import { addStaff, deskToken } from '../stage/staff.ts'

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
  const token = await deskToken(product, await addStaff(product, 'dao', 'Dao of the day shift'))
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

  expect(await product.operator('desk', 'disable', 'dao')).toMatchObject({ exitCode: 0 })
  expect(await staff.refused(desk.deskMe, { token })).toBe('401 invalid-token')
  await staff.ok(desk.deskClaim, { token: other, params })
  await product.operator('desk', 'roles', 'bua', 'support,auditor')
  const { rows } = await staff.ok(desk.deskAudit, { token: other })
  expect(rows.map(({ deed }) => deed)).toEqual(
    expect.arrayContaining(['agent-added', 'login', 'claim', 'message', 'agent-disabled']),
  )
})

it('[OFC-019] lets in the demo’s staff with what the sandbox shows, and the owner with all his roles', async () => {
  const staff = createClient(product.deskUrl)
  const shown = async () => {
    const response = await fetch(`${product.sandboxUrl}/api/staff`)
    const answer = (await response.json()) as {
      staff: { username: string; password: string; totp: string; roles: string[] }[]
    }
    return answer.staff
  }
  const roles = new Map<string, string[]>()
  // A code that ran out on its way is shown anew.
  for (let tries = 0; roles.size < 2 && tries < 10; tries += 1) {
    for (const { username, password, totp } of await shown()) {
      if (roles.has(username)) continue
      const { status, body } = await staff.call(desk.deskLogin, { body: { username, password, totp } })
      if (status === 200) roles.set(username, body.agent.roles)
    }
  }
  const inOrder = (all: Iterable<[string, string[]]>) => new Map([...all].map(([name, had]) => [name, had.toSorted()]))
  expect(inOrder(roles)).toEqual(inOrder((await shown()).map((one) => [one.username, one.roles])))
})
