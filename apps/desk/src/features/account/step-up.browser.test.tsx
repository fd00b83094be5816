import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import '@krapao/web/look.css'
import '../../ui/base.css'
import { agentBoun, someStaff } from '../../testing/desk.fixture.ts'
import { fakeDesk, refusal } from '../../testing/fake-desk.ts'
import { openDesk } from '../../testing/open-desk.tsx'

const button = (name: string | RegExp) => page.getByRole('button', { name })

describe('a call that wants a fresh second factor', () => {
  const path = `PUT /api/desk/staff/${agentBoun._id}/roles`
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' })
  const ask = async () => {
    await openDesk('#/staff', { roles: ['OWNER', 'PAYMENTS'] })
    await button(`Change roles of ${agentBoun.name}`).click()
    await page.getByRole('checkbox', { name: 'Payments' }).click()
    await button('Save roles').click()
    await expect.element(dialog.getByLabelText(/6-digit code/)).toHaveFocus()
  }

  it('[OFC-007] asks for a code, says when it is wrong with what was typed still there, and goes on', async () => {
    const changed = { ...someStaff[1], roles: ['PAYMENTS', 'SUPPORT'] }
    const desk = fakeDesk({
      'GET /api/desk/staff': { staff: someStaff },
      [path]: refusal(403, 'STEP_UP'),
      'POST /api/desk/step-up': refusal(422, 'OTP_CODE_INVALID'),
    })
    await ask()
    await expect.element(dialog).toHaveAccessibleDescription(/code/)
    await dialog.getByRole('button', { name: 'Confirm and continue' }).click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('Enter all 6 digits')
    await dialog.getByLabelText(/6-digit code/).fill('123456')
    await dialog.getByRole('button', { name: 'Confirm and continue' }).click()
    await expect.element(dialog.getByRole('alert')).toBeVisible()
    await expect.element(dialog.getByLabelText(/6-digit code/)).toHaveValue('123456')
    desk.answer({
      'POST /api/desk/step-up': () => {
        desk.answer({ [path]: { agent: changed }, 'GET /api/desk/staff': { staff: [someStaff[0], changed] } })
        return { freshUntil: new Date().toISOString() }
      },
    })
    await dialog.getByRole('button', { name: 'Confirm and continue' }).click()
    await expect.element(page.getByRole('cell', { name: 'Payments, Support' })).toBeVisible()
    expect(dialog.elements()).toEqual([])
    const roles = { roles: ['PAYMENTS', 'SUPPORT'] }
    expect(desk.callsTo(path).map(({ body }) => body)).toEqual([roles, roles])
    expect(desk.callsTo('POST /api/desk/step-up').at(-1)?.body).toEqual({ totp: '123456' })
  })

  it('[OFC-007] is not made when no code is given, and what was chosen stays', async () => {
    const desk = fakeDesk({ 'GET /api/desk/staff': { staff: someStaff }, [path]: refusal(403, 'STEP_UP') })
    await ask()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect.element(page.getByRole('alert')).toMatchTextContent('Confirm that it is you first.')
    await expect.element(page.getByRole('checkbox', { name: 'Payments' })).toBeChecked()
    expect(desk.callsTo(path)).toHaveLength(1)
  })
})
