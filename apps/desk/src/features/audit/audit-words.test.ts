import { describe, expect, it } from 'vitest'
import deskTexts from '../../lib/texts/desk-texts.json' with { type: 'json' }
import type { Texts } from '../../lib/texts/texts.ts'
import { actionText, detailsText, whoText } from './audit-words.ts'

const t: Texts['t'] = (id, values = {}) =>
  deskTexts[id].en.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

describe('the words of the audit', () => {
  it.each<[Record<string, unknown>, string, Record<string, unknown>?]>([
    [{ seq: 12, kind: 'quick_replies' }, 'Message 12 · Quick replies'],
    [{ count: 3, address: '10.0.0.1', username: null }, '3 times · from 10.0.0.1'],
    [{ username: 'noi', rooms: 2 }, 'noi · 2 conversations'],
    [{ from: '01q0gn0p32rtetrxmkp69a6dx0' }, 'Before: waiting', { state: 'waiting' }],
    [{ guests: 40, hours: 168 }, '40 guests · silent for 168 h'],
    [{ replyId: 'r', title: 'Hello' }, 'Hello · Before: Hi', { title: 'Hi' }],
    [{}, ''],
    // What a later server keeps is not lost.
    [{ novelty: 5 }, 'novelty 5'],
  ])('say of %j: %s', (after, words, before = {}) => {
    expect(detailsText({ before, after, reason: null }, t)).toBe(words)
  })

  it('say why', () => {
    const locked = {
      before: { state: 'active' },
      after: { state: 'inactive', sessions: 2 },
      reason: 'his phone is gone',
    }
    expect(detailsText(locked, t)).toBe('Now: locked · 2 sessions · Before: active · Reason: his phone is gone')
  })

  it('say who did it', () => {
    const agent = { _id: 'a', name: 'Noi' }
    expect(whoText({ agent, actor: 'agent:a' }, t)).toBe('Noi')
    expect(whoText({ agent: null, actor: 'nobody' }, t)).toBe('Somebody unknown')
    expect(whoText({ agent: null, actor: 'system' }, t)).toBe('Automatic')
    expect(whoText({ agent: null, actor: 'cli:root' }, t)).toBe('Command on the server')
  })

  it('name an act that has no words yet by itself', () => {
    expect([actionText('claim', t), actionText('novelty', t)]).toEqual(['Claimed', 'novelty'])
  })
})
