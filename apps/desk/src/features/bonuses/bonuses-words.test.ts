import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import table from './bonuses-texts.json' with { type: 'json' }

/** What the phones of the preview say, and where the wallet says it. */
const same = {
  'player.title': 'bonus.title',
  'player.limit': 'bonus.type.limit',
  'player.day': 'bonus.type.day',
  'player.week': 'bonus.type.week',
  'player.count': 'bonus.card.count',
  'player.example': 'bonus.terms.example',
  'player.sum': 'bonus.terms.sum',
  'player.goal': 'bonus.terms.goal',
  'player.failBelow': 'bonus.progress.failBelow',
  'player.receive': 'bonus.modal.receive',
} as const

describe('the preview of an offer', () => {
  it('[OFC-042] says in each language what the wallet says', () => {
    const rows = readFileSync(join(import.meta.dirname, '../../../../wallet/texts.tsv'), 'utf8').split('\n')
    const wallet = new Map(rows.map((row) => row.split('\t')).map(([id = '', ...words]) => [id, words]))
    for (const [ours, theirs] of Object.entries(same)) {
      const { th, lo, en } = table[ours as keyof typeof same]
      const said = (wallet.get(theirs) ?? []).slice(0, 3).map((words) => words.replace('{received}', '0'))
      expect([th, lo, en], ours).toEqual(said)
    }
  })
})
