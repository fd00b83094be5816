import { CONTENT_PROBLEMS, DEED_FACTS, type DeedName } from '@krapao/contract'
import { describe, expect, it } from 'vitest'
import { actorText } from '../../lib/actor-text.ts'
import deskTexts from '../../lib/texts/desk-texts.json' with { type: 'json' }
import { fill } from '../../lib/texts/fill.ts'
import { type AuditTexts, table } from './audit-table.ts'
import { actionText, detailsText, untoldFacts } from './audit-words.ts'

const texts: AuditTexts = {
  language: 'en',
  t: (id, values) => fill(deskTexts[id].en, values ?? {}, 'en'),
  words: (id, values) => fill(table[id].en, values ?? {}, 'en'),
  has: (id): id is keyof typeof table => Object.hasOwn(table, id),
}

describe('the words of the audit', () => {
  it.each<[Record<string, unknown>, string, Record<string, unknown>?]>([
    [{ seq: 12, kind: 'quick_replies' }, 'Message 12 · Quick replies'],
    [{ count: 3, address: '10.0.0.1', username: null }, '3 times · from 10.0.0.1'],
    [{ username: 'noi', rooms: 2 }, 'noi · 2 conversations'],
    [{ username: 'noi', rooms: 1 }, 'noi · 1 conversation'],
    [{ from: '01q0gn0p32rtetrxmkp69a6dx0' }, 'Before: waiting', { state: 'waiting' }],
    [{ username: 'noi', roles: 'OWNER, RISK' }, 'noi · Owner, Risk'],
    [{ guests: 40, hours: 168 }, '40 guests · silent for 168 h'],
    [{ replyId: 'r', title: 'Hello' }, 'Hello · Before: Hi', { title: 'Hi' }],
    [{}, ''],
    [
      { amountMinor: 4_000, transfer: '7pbmcaeedzdarz79sawwtqgpnj' },
      '40.00 baht · Before: Reached the game after it was returned to the wallet',
      { kind: 'late-arrival' },
    ],
    [{ request: 'correction', refusal: 'law' }, 'A correction · Reason: The law requires us to keep it'],
    [{ returnReason: 'IDENTITY' }, 'Reason: Identity must be confirmed first'],
    [{ heldUntil: '2026-11-21T12:28:46.000Z' }, 'until 21/11/2026 19:28:46'],
    // What a later server keeps is not lost.
    [{ novelty: 5 }, 'novelty 5'],
  ])('say of %j: %s', (after, words, before = {}) => {
    expect(detailsText({ before, after, reason: null }, texts)).toBe(words)
  })

  it.each<[DeedName, string, Record<string, unknown>, string, Record<string, unknown>?]>([
    [
      'setting-changed',
      'setting:withdrawAutoMaxMinor',
      { value: '2000000' },
      'Paid automatically up to · Value 20,000.00 · Before: Value 25,000.00',
      { value: '2500000' },
    ],
    [
      'setting-changed',
      'setting:chatRobot',
      { value: 'true' },
      'Automatic replies first · Value on · Before: Value off',
      { value: 'false' },
    ],
    [
      'content-published',
      'content:games',
      { number: 4, what: 'PG is changed; the order is another one' },
      'Names, order and maintenance of games · Version 4 · PG changed; order changed',
    ],
    [
      'content-failed',
      'content:depositAccounts',
      { number: 4, problem: 'NO_BANK', account: 'scb-1', bank: 'SCB' },
      'Accounts that members deposit to · Version 4 · Why: The bank SCB of account scb-1 is not offered any more',
    ],
    [
      'furnished',
      '',
      {
        changes: 4,
        what: 'settings: qrMinutes is 10, and was 15; texts: condition is another text; games: PG is added; banners: 3 before invite; bonuses: DAY20 is ch',
      },
      '4 changes · Settings: QR valid for: 10, before 15; Texts: Conditions changed; Games: PG added; Banners: 3 banners; …',
    ],
    [
      'recon-imported',
      'recon:bank:KBANK',
      { to: '2026-11-24', from: '2026-11-23', rows: 3, what: 'KBANK' },
      'KBANK · from 23/11/2026 · to 24/11/2026 · 3 rows',
    ],
    ['recon-closed', 'recon:bank:KBANK:2026-11-20', { what: 'KBANK', rows: 40 }, 'KBANK, day 20/11/2026 · 40 rows'],
    ['content-failed', 'content:games', { problem: 'NOVELTY' }, 'Names, order and maintenance of games · Why: NOVELTY'],
    [
      'offer-written',
      'offer:bonus:FIRST20',
      { percent: 20, fixedMinor: null, per: 'day', percentSuccess: 300 },
      'FIRST20 · 20% · counted by day · succeeds at 300% · Before: succeeds at 250%',
      { percent: 20, per: 'day', percentSuccess: 250 },
    ],
    ['limit-set', '', { kind: 'loss', period: 'week', amount: 5000 }, 'Loss limit · by 7 days · 5,000.00 baht'],
    [
      'proposal-made',
      'proposal:01q0gn0p32rtetrxmkp69a6dx0',
      { kind: 'decision', action: 'credit', fields: '{"note":"asked his bank","amountMinor":1000}', version: 3 },
      'Decision in the queue · Credit · Note: asked his bank · 10.00 baht',
    ],
    [
      'proposal-made',
      'proposal:01q0gn0p32rtetrxmkp69a6dx0',
      { kind: 'setting', name: 'terminated', value: 'true', before: 'false' },
      'Setting · Service closed for good · Value on · before off',
    ],
  ])('say on what and what of %s, in words: %s', (deed, subject, after, words, before = {}) => {
    const told = detailsText({ deed, subject: subject === '' ? null : subject, before, after, reason: null }, texts)
    expect(told).toBe(words)
  })

  it('[OFC-063] have a word for every name that a deed keeps something under, or leave it out', () => {
    expect(DEED_FACTS.length).toBeGreaterThan(90)
    const wordless = DEED_FACTS.filter((name) => !texts.has(`detail.${name}`) && !untoldFacts.has(name))
    expect(wordless).toEqual([])
  })

  it('[OFC-063] have words for every code of why what was planned could not be published, and for all that it is told with', () => {
    for (const [code, facts] of Object.entries(CONTENT_PROBLEMS)) {
      const id = `problem.${code}`
      if (!texts.has(id)) throw new Error(`no words for ${id}`)
      for (const said of Object.values(table[id])) {
        expect([...said.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted(), said).toEqual([...facts].toSorted())
      }
      expect(DEED_FACTS).toEqual(expect.arrayContaining([...facts]))
    }
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
    expect(actorText('agent:a', texts, { name: 'Noi' })).toBe('Noi')
    expect(['nobody', 'system', null, 'cli:root', 'bank', 'Noi'].map((actor) => actorText(actor, texts))).toEqual([
      'Unknown person',
      'Automatic',
      'Automatic',
      'Command on the server',
      'The bank',
      'Noi',
    ])
  })

  it('name an act that has no words yet by itself', () => {
    expect([actionText('claim', texts), actionText('novelty', texts)]).toEqual(['Claimed', 'novelty'])
  })
})
