import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestSandbox, type TestSandbox } from '../testing/harness.ts'
import { visit } from '../testing/visitor.ts'

let sandbox: TestSandbox
beforeEach(async () => {
  sandbox = await startTestSandbox()
})
afterEach(async () => sandbox.close())

const open = (path: string) => visit(sandbox).open(path)
const submit = (fields: Record<string, string>) => visit(sandbox).submit('/gifts', fields)

async function made(fields: Record<string, string>): Promise<string> {
  const { status, location } = await submit(fields)
  expect(status).toBe(303)
  return new URL(location, sandbox.url).searchParams.get('made') ?? ''
}

it('a link is made, shown to be copied, and listed', async () => {
  expect((await open('/gifts')).text).toContain('No link was made yet.')
  const code = await made({ amount: '1,250.50', people: '1', kind: 'R' })
  const link = `${sandbox.url}/gifts/campaign/?v=${code}`
  const { text } = await open(`/gifts?made=${code}`)
  expect(text).toContain('Your link is ready')
  expect(text.split(`data-copy="${link}"`)).toHaveLength(3)
  expect(text).toContain('฿1,250<small>.50</small>')
  expect(text).toContain('for one person')
  expect((await open('/')).text).toContain('1 link')
})

it('a link opens what it is worth and who has taken a share', async () => {
  const code = await made({ amount: '10', people: '4', kind: 'F' })
  const path = `/gifts/campaign/?v=${code}`
  expect((await open(path)).text).toContain('taken by 0 of 4, alike')
  await sandbox.post(`/gifts/campaign/vouchers/${code}/redeem`, { mobile: '0811111111', voucher_hash: code })
  const { text } = await open(path)
  expect(text).toContain('taken by 1 of 4, alike')
  expect(text).toMatch(/0811111111[\s\S]*฿2<small>\.50/)
  expect((await open('/gifts/campaign/?v=none')).status).toBe(404)
})

it.each([
  [{ amount: 'much', people: '1', kind: 'R' }, 'amount must be'],
  [{ amount: '5', people: 'all', kind: 'R' }, 'people must be'],
  [{ amount: '0.02', people: '5', kind: 'F' }, 'at least 0.01'],
])('what cannot be made is said and shown again: %j', async (fields, words) => {
  const { status, text } = await submit(fields)
  expect(status).toBe(400)
  expect(text).toContain(words)
  expect(text).toContain(`value="${fields.amount}"`)
})
