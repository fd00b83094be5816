import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { allCalls } from './all-calls.ts'
import { agentCall } from './call.ts'
import { deskCalls } from './desk-calls.ts'
import { isButtonAddress, isButtonNumber } from './rules/desk-message.ts'
import * as desk from './desk.ts'
import { isCode } from './codes.ts'
import { hasRole, mayCall, ROLES } from './roles.ts'
import { done } from './shapes.ts'
import { readRequest } from './read-request.ts'

/** The codes that a message composed as this is refused with, and where it is wrong. */
function judge(message: unknown): unknown {
  const reading = readRequest(desk.deskSend, { params: { roomId: 'x' }, body: { message } })
  if (!reading.ok) return 'shape'
  return reading.rules === null ? null : [reading.rules.code, ...reading.rules.details.fields]
}

const button = { title: 'Open', type: 'web', payload: 'https://example.com/a' }

describe('the calls of the desk', () => {
  it('go by their own names, under a path of their own, and are none of the wallet’s', () => {
    expect(Object.entries(desk).filter(([name, call]) => call.name !== name)).toEqual([])
    expect(deskCalls.filter(({ path }) => !path.startsWith('/api/desk/'))).toEqual([])
    expect(allCalls.filter((call) => deskCalls.includes(call) || call.path.startsWith('/api/desk'))).toEqual([])
  })

  it('are for staff alone, but for the login and for files behind signed addresses', () => {
    expect(
      deskCalls
        .filter(({ caller }) => caller !== 'agent')
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['deskFile', 'deskLogin'])
    expect(allCalls.filter(({ caller }) => caller === 'agent')).toEqual([])
  })

  it('[OFC-004] each name the roles that may make them: one without does not build, and nobody may make it', () => {
    const staffCalls = deskCalls.filter(({ caller }) => caller === 'agent')
    expect(staffCalls.filter(({ roles }) => !roles?.length)).toEqual([])
    // @ts-expect-error a call of the staff says whose it is
    const nobodys = agentCall('nobodys', 'GET /api/desk/nobodys', { summary: 'Nobody’s', answer: done })
    // @ts-expect-error of nobody is no answer to it either
    agentCall('nobodys', 'GET /api/desk/nobodys', { roles: [], summary: 'Nobody’s', answer: done })
    expect(mayCall(nobodys, ROLES)).toBe(false)
    expect(staffCalls.filter((call) => !mayCall(call, ROLES))).toEqual([])
    expect([hasRole([], ROLES), hasRole(['RISK', 'OWNER'], ['OWNER']), hasRole(['RISK'], ['OWNER'])]).toEqual([
      false,
      true,
      false,
    ])
  })

  it.each(deskCalls.map((call) => [call.name, call] as const))('%s names codes of the catalogue', (_name, call) => {
    expect(call.codes.every(isCode)).toBe(true)
    expect(call.summary).not.toBe('')
  })
})

describe('a message that staff compose', () => {
  it.each([
    ['a text', { message_type: 'text', payload: { message: 'hello' } }],
    ['buttons', { message_type: 'buttons', payload: { title: 'Choose', buttons: [button] } }],
    ['quick replies', { message_type: 'quick_replies', payload: { title: 'Choose', buttons: [button] } }],
    ['cards', { message_type: 'generic', payloads: [{ title: 'One', image_url: null, buttons: [] }] }],
    ['media', { message_type: 'media', payload: { message: 'a.png', fileType: 'image', filePath: '/api/x' } }],
  ])('may be %s', (_kind, message) => {
    expect(judge(message)).toBeNull()
  })

  it('says something, and not too much', () => {
    const say = (message: string) => judge({ message_type: 'text', payload: { message } })
    expect(say(' \n')).toEqual(['CHAT_EMPTY', 'message.payload.message'])
    expect(say('x'.repeat(2001))).toEqual(['CHAT_TOO_LONG', 'message.payload.message'])
    expect(say('x'.repeat(2000))).toBeNull()
  })

  it('has buttons that lead somewhere', () => {
    const withButton = (changed: object) =>
      judge({ message_type: 'buttons', payload: { title: 'Choose', buttons: [{ ...button, ...changed }] } })
    expect(withButton({ payload: 'javascript:alert(1)' })).toEqual(['NO_DATA', 'message.payload.buttons.0'])
    expect(withButton({ type: 'call', payload: 'none' })).toEqual(['NO_DATA', 'message.payload.buttons.0'])
    expect(withButton({ type: 'call', payload: '02 123 4567' })).toBeNull()
    expect(withButton({ type: 'postback', payload: ' ' })).toEqual(['NO_DATA', 'message.payload.buttons.0'])
    expect(withButton({ type: 'other' })).toEqual(['NO_DATA', 'message.payload.buttons.0.type'])
    expect(withButton({ title: ' ' })).toEqual(['NO_DATA', 'message.payload.buttons.0.title'])
  })

  it('has some buttons, and not too many', () => {
    const withButtons = (count: number) =>
      judge({
        message_type: 'buttons',
        payload: { title: 'Choose', buttons: Array.from({ length: count }, () => button) },
      })
    expect(withButtons(0)).toEqual(['NO_DATA', 'message.payload.buttons'])
    expect(withButtons(6)).toBeNull()
    expect(withButtons(7)).toEqual(['NO_DATA', 'message.payload.buttons'])
  })

  it('is of a kind that staff compose', () => {
    expect(judge({ message_type: 'postback', payload: { title: 'a', message: 'b' } })).toBe('shape')
    expect(judge('hello')).toBe('shape')
  })
})

it.each([
  ['https://example.com', true],
  ['mailto:help@example.com', true],
  ['JavaScript:alert(1)', false],
  ['data:text/html,x', false],
  ['//example.com', false],
])('an address behind a button may be %s: %s', (address, isGood) => {
  expect(isButtonAddress(address)).toBe(isGood)
})

it.each([
  ['0812345678', true],
  ['+66 81-234-5678', true],
  ['1', false],
  ['tel:081', false],
])('a number behind a button may be %s: %s', (number, isGood) => {
  expect(isButtonNumber(number)).toBe(isGood)
})

it('pages of the audit are counted from 1', () => {
  const read = (page: string) => v.is(desk.deskAudit.query, { page })
  expect(['1', '20', '999999'].every(read)).toBe(true)
  expect(['0', '-1', '1.5', 'x', '', '1000000'].some(read)).toBe(false)
})
