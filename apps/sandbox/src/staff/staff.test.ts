import { describe, expect, it, onTestFinished } from 'vitest'
import { readKeys } from '../secret.ts'
import { manualClock, startTestSandbox } from '../testing/harness.ts'
import { visit } from '../testing/visitor.ts'
import { listStaff, totpOf } from './staff.ts'

interface Shown {
  username: string
  password: string
  totp: string
  roles: string[]
}

describe('the demo’s staff', () => {
  it('[OFC-019] are shown with passwords, roles and the codes of this half minute', async () => {
    const clock = manualClock()
    const sandbox = await startTestSandbox({ clock })
    onTestFinished(() => sandbox.close())
    const read = async () => (await sandbox.get('/api/staff')).body['staff'] as Shown[]
    const staff = await read()
    expect(staff.map(({ username, roles }) => [username, roles])).toEqual([
      ['mali', ['OWNER', 'PAYMENTS', 'RISK']],
      ['noi', ['SUPPORT', 'PAYMENTS', 'MARKETING']],
    ])
    const { text } = await visit(sandbox).open('/staff')
    for (const { username, password, totp } of staff) {
      for (const words of [username, password, totp]) expect(text).toContain(words)
    }
    expect(text).toContain('http://desk.test')
    clock.advance(30_000)
    const later = await read()
    expect(later.map(({ password }) => password)).toEqual(staff.map(({ password }) => password))
    expect(later.map(({ totp }) => totp)).not.toEqual(staff.map(({ totp }) => totp))
  })

  it('[OFC-019] are nowhere without a demo operator', async () => {
    const sandbox = await startTestSandbox({ isDemo: false })
    onTestFinished(() => sandbox.close())
    expect((await sandbox.get('/api/staff')).status).toBe(404)
    expect((await visit(sandbox).open('/staff')).status).toBe(404)
    expect((await visit(sandbox).open('/')).text).not.toContain('href="/staff"')
  })
})

it('[OFC-019] get in at a server that knows the same secret', () => {
  const { staffOf } = readKeys('nowhere', '5e'.repeat(32))
  // The server's own test expects the same: apps/server/src/modules/staff/demo-staff.test.ts.
  expect(listStaff(staffOf, manualClock()).map(({ password, totp }) => [password, totp])).toEqual([
    ['e9772-2c53e-8fc65-d1486', '640251'],
    ['02807-3a815-f9fca-17532', '170290'],
  ])
})

// RFC 6238, appendix B, the last six digits.
it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [20_000_000_000, '353130'],
])('the code %i seconds after 1970 is %s', (seconds, code) => {
  expect(totpOf(Buffer.from('12345678901234567890'), new Date(seconds * 1000))).toBe(code)
})
