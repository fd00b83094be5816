import { describe, expect, it } from 'vitest'
import { passwordProblem } from './password.ts'

const PHONE = '0812345678'

describe('passwords', () => {
  it.each([
    ['', 'short'],
    ['1234567', 'short'],
    ['12345678', null],
    ['correct horse battery staple', null],
    ['รหัสผ่านยาว', null],
    ['        ', null],
    ['x'.repeat(128), null],
    ['x'.repeat(129), 'long'],
    ['👍'.repeat(7), 'short'],
    ['👍'.repeat(128), null],
    [PHONE, 'phone'],
    ['812345678', 'phone'],
    ['081-234-5678', 'phone'],
    ['+66 812345678', 'phone'],
    ['66812345678', 'phone'],
    [`${PHONE}!`, null],
  ])('%j: %j', (password, problem) => {
    expect(passwordProblem(password, PHONE)).toBe(problem)
  })

  it('are not the phone number of Laos in another form either', () => {
    expect(passwordProblem('02055123456', '2055123456')).toBe('phone')
    expect(passwordProblem('+8562055123456', '2055123456')).toBe('phone')
  })
})
