import { describe, expect, it } from 'vitest'
import deskTexts from '../../lib/texts/desk-texts.json' with { type: 'json' }
import deedTexts from '../../lib/texts/deed-texts.json' with { type: 'json' }
import auditTexts from './audit-texts.json' with { type: 'json' }
import { actionText, type AuditTexts, detailsText, whoText } from './audit-words.ts'

const table = { ...deedTexts, ...auditTexts }
const filled = (text: string, values: Record<string, string | number> = {}): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
const texts: AuditTexts = {
  t: (id, values) => filled(deskTexts[id].en, values),
  words: (id, values) => filled(table[id].en, values),
  has: (id): id is keyof typeof table => Object.hasOwn(table, id),
}

describe('the words of the audit', () => {
  it.each<[Record<string, unknown>, string, Record<string, unknown>?]>([
    [{ seq: 12, kind: 'quick_replies' }, 'Message 12 · Quick replies'],
    [{ count: 3, address: '10.0.0.1', username: null }, '3 times · from 10.0.0.1'],
    [{ username: 'noi', rooms: 2 }, 'noi · 2 conversations'],
    [{ from: '01q0gn0p32rtetrxmkp69a6dx0' }, 'Before: waiting', { state: 'waiting' }],
    [{ username: 'noi', roles: 'OWNER, RISK' }, 'noi · Owner, Risk'],
    [{ guests: 40, hours: 168 }, '40 guests · silent for 168 h'],
    [{ replyId: 'r', title: 'Hello' }, 'Hello · Before: Hi', { title: 'Hi' }],
    [{}, ''],
    [
      { amountMinor: 4_000, transfer: '7pbmcaeedzdarz79sawwtqgpnj' },
      '40.00 baht · Before: Reached the game after it had been given back',
      { kind: 'late-arrival' },
    ],
    [{ request: 'correction', refusal: 'law' }, 'A correction · Reason: The law makes us keep it'],
    [{ returnReason: 'IDENTITY' }, 'Reason: His identity must be confirmed first'],
    [{ heldUntil: '2026-11-21T12:28:46.000Z' }, 'until 21/11/2026 19:28:46'],
    // What a later server keeps is not lost.
    [{ novelty: 5 }, 'novelty 5'],
  ])('say of %j: %s', (after, words, before = {}) => {
    expect(detailsText({ before, after, reason: null }, texts)).toBe(words)
  })

  it('say why', () => {
    const locked = {
      before: { state: 'active' },
      after: { state: 'inactive', sessions: 2 },
      reason: 'his phone is gone',
    }
    expect(detailsText(locked, texts)).toBe('Now: locked · 2 sessions · Before: active · Reason: his phone is gone')
  })

  it('say who did it', () => {
    const agent = { _id: 'a', name: 'Noi' }
    expect(whoText({ agent, actor: 'agent:a' }, texts)).toBe('Noi')
    expect(whoText({ agent: null, actor: 'nobody' }, texts)).toBe('Somebody unknown')
    expect(whoText({ agent: null, actor: 'system' }, texts)).toBe('Automatic')
    expect(whoText({ agent: null, actor: 'cli:root' }, texts)).toBe('Command on the server')
  })

  it('name an act that has no words yet by itself', () => {
    expect([actionText('claim', texts), actionText('novelty', texts)]).toEqual(['Claimed', 'novelty'])
  })
})
