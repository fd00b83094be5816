import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CHAT_IMAGE_BYTES_MAX, CHAT_TEXT_MAX, CHAT_VIDEO_BYTES_MAX } from '../limits.ts'
import { chatFileKind, chatFileProblem, chatTextProblem } from './chat-message.ts'
import { isGuestId } from './guest-id.ts'
import { isIdempotencyKey, referenceOf } from './idempotency-key.ts'
import { inviteCodeOf, inviterOf, isInviteCode } from './invite-code.ts'

describe('invite codes', () => {
  it.each([
    ['PR1', true],
    ['PRabcXYZ019', true],
    [`PR${'x'.repeat(64)}`, true],
    [`PR${'x'.repeat(65)}`, false],
    ['PR', false],
    ['pr1', false],
    ['PR-1', false],
    ['PR1 ', false],
    ['PR1\n', false],
    ['<PR1>', false],
    ['', false],
  ])('%j is one: %s', (code, accepted) => {
    expect(isInviteCode(code)).toBe(accepted)
  })

  it('lead back to the profile they were made of', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9a-z]{20,32}$/), (profileId) => {
        expect(inviterOf(inviteCodeOf(profileId))).toBe(profileId)
      }),
    )
    expect(inviterOf('nobody')).toBeNull()
  })
})

describe('idempotency keys', () => {
  it('are UUIDs of any version, in either case', () => {
    fc.assert(
      fc.property(fc.uuid(), (key) => {
        expect(isIdempotencyKey(key)).toBe(true)
        expect(isIdempotencyKey(key.toUpperCase())).toBe(true)
        expect(isIdempotencyKey(key.slice(1))).toBe(false)
        expect(isIdempotencyKey(`${key}\n`)).toBe(false)
      }),
    )
  })
})

it('a reference is the beginning of a key, as it is read out', () => {
  expect(referenceOf('0a1b2c3d-0000-4000-8000-000000000000')).toBe('0A1B2C3D')
})

describe('guest ids', () => {
  it.each([
    [`guest-${'a'.repeat(22)}`, true],
    [`guest-${'A_-9'.repeat(16)}`, true],
    [`guest-${'a'.repeat(21)}`, false],
    [`guest-${'a'.repeat(65)}`, false],
    [`Guest-${'a'.repeat(22)}`, false],
    [`guest-${'a'.repeat(21)}!`, false],
  ])('%s is one: %s', (guestId, accepted) => {
    expect(isGuestId(guestId)).toBe(accepted)
  })
})

describe('chat', () => {
  it('takes texts of 1 to 2000 characters', () => {
    expect(chatTextProblem('x'.repeat(CHAT_TEXT_MAX))).toBeNull()
    expect(chatTextProblem('x'.repeat(CHAT_TEXT_MAX + 1))).toBe('CHAT_TOO_LONG')
    expect(chatTextProblem(' '.repeat(CHAT_TEXT_MAX + 1))).toBe('CHAT_EMPTY')
    expect(chatTextProblem('\u200B\u3164')).toBe('CHAT_EMPTY')
  })

  it.each([
    ['image/jpeg', 'image'],
    ['image/jpg', 'image'],
    ['image/PNG', 'image'],
    ['image/gif', 'image'],
    ['video/mp4', 'video'],
    ['video/quicktime', 'video'],
    ['image/svg+xml', null],
    ['text/html', null],
    ['application/pdf', null],
    ['', null],
  ])('shows %j as %j', (type, kind) => {
    expect(chatFileKind(type)).toBe(kind)
  })

  it.each([
    ['a.png', 'image/png', CHAT_IMAGE_BYTES_MAX, 10],
    ['a.mov', 'video/quicktime', CHAT_VIDEO_BYTES_MAX, 20],
  ])('takes %s of exactly its most bytes and not one more', (name, type, maxBytes, maxMegabytes) => {
    expect(maxBytes).toBe(maxMegabytes * 1_048_576)
    expect(chatFileProblem({ name, type, sizeBytes: maxBytes })).toBeNull()
    expect(chatFileProblem({ name, type, sizeBytes: maxBytes + 1 })).toEqual({ code: 'FILE_TOO_LARGE', maxMegabytes })
  })

  it.each(['photo', '.png', 'photo.', ''])('refuses %j, which has no extension', (name) => {
    expect(chatFileProblem({ name, type: 'image/png', sizeBytes: 1 })).toEqual({ code: 'FILE_NOT_SUPPORTED' })
  })
})
