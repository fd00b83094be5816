import { describe, expect, it } from 'vitest'
import { readPhone } from '../../lib/read-phone.ts'
import { emptyDraft, inviteCodeOf, registrationOf, stepToResume } from './register.rules.ts'

describe('the registration', () => {
  it('[REG-026] takes exactly ten digits outside the build for Laos', () => {
    expect(readPhone('0812345678', false)).toEqual({ phone: '0812345678', isGood: true })
    expect(readPhone('081 234-5678', false)).toEqual({ phone: '0812345678', isGood: true })
    for (const wrong of ['', '081234567', '08123456789', '08123o5678']) {
      expect(readPhone(wrong, false).isGood, wrong).toBe(false)
    }
  })

  it('[REG-028] takes other lengths in the build for Laos', () => {
    expect(readPhone('02055512345', true).isGood).toBe(true)
    expect(readPhone('20555123', true).isGood).toBe(true)
    expect(readPhone('2055512', true).isGood).toBe(false)
  })

  it('[REG-025] sends these fields and no others', () => {
    const draft = { ...emptyDraft('PR1', false), phone: '0812345678', name: ' Som ', password: 'p', confirm: 'p' }
    expect(registrationOf(draft)).toEqual({
      name: 'Som',
      username: '0812345678',
      password: 'p',
      sourceCode: '',
      inviteCode: 'PR1',
      bankCode: '',
      bankAccountName: '',
      bankAccountNo: '',
      currency: 'BAHT',
    })
  })

  it('[REG-034] joins the holder’s first and last name, each trimmed, by one space', () => {
    const draft = { ...emptyDraft('', false), firstName: ' A ', lastName: ' B ', bankAccountNo: '123-456 7890' }
    expect(registrationOf(draft)).toMatchObject({ bankAccountName: 'A B', bankAccountNo: '1234567890' })
  })

  it('pays out in kip unless chosen otherwise in the build for Laos', () => {
    expect(registrationOf(emptyDraft('', true)).currency).toBe('LAK')
  })

  it('takes an inviter’s code that can be one', () => {
    expect(inviteCodeOf('?code=PR5')).toBe('PR5')
    expect(inviteCodeOf('?a=1&code=PRabcDEF09')).toBe('PRabcDEF09')
    for (const wrong of ['', '?code=', '?code=XX5', '?code=PR', '?code=PR-5', `?code=PR${'a'.repeat(65)}`]) {
      expect(inviteCodeOf(wrong), wrong).toBeUndefined()
    }
  })

  it('goes on after a reload at the last step that what was kept is enough for', () => {
    const none = emptyDraft('', false)
    const typed = { ...none, phone: '0812345678', otpToken: 'token', otpPhone: '0812345678' }
    for (const step of ['phone', 'otp', 'profile', 'bank', undefined, 5]) {
      expect(stepToResume(step, none, false), String(step)).toBe('phone')
    }
    expect(stepToResume('phone', typed, false)).toBe('phone')
    expect(stepToResume(undefined, typed, false)).toBe('phone')
    expect(stepToResume('otp', typed, false)).toBe('otp')
    expect(stepToResume('otp', { ...typed, otpPhone: '0899999999' }, false)).toBe('phone')
    expect(stepToResume('profile', typed, false)).toBe('profile')
    expect(stepToResume('bank', typed, false)).toBe('profile')
  })
})
