import { PROPOSAL_ACCOUNTS, PROPOSAL_FACTS, PROPOSAL_MEMBER_STATES } from '@krapao/contract'
import { expect, it } from 'vitest'
import table from './proposal-texts.json' with { type: 'json' }

it('[OFC-063] by what a proposal is judged and what it books has words', () => {
  const ids = [
    ...PROPOSAL_FACTS.map((what) => `fact.${what}`),
    ...PROPOSAL_MEMBER_STATES.map((state) => `memberState.${state}`),
    ...PROPOSAL_ACCOUNTS.map((account) => `books.${account}`),
  ]
  expect(ids.filter((id) => !(id in table))).toEqual([])
})
