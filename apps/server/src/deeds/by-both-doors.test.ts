import { type Call, desk } from '@krapao/contract'
import { describe, expect, it } from 'vitest'
import { staffMember } from '../testing/worlds/desk-world.ts'
import { type DeedRow, openDeedsWorld } from './deeds.fixture.ts'
import { aboutMember, ofMember } from './members.fixture.ts'
import { adjustment, note, proposal, proposalOf } from './proposals.fixture.ts'
import { type Doing, owner, payer } from './staff.fixture.ts'

const { world, app, newDeedsBy, describeKeptDeeds } = await openDeedsWorld()

describe('a deed that both doors do', () => {
  /** A deed without who did it and from where, and without the ids of what it is about. */
  const bare = ({ actor: _actor, address: _address, memberId, subject, ...rest }: DeedRow) => {
    const words = JSON.stringify({ ...rest, isOfMember: memberId !== null, kind: subject?.split(':')[0] ?? null })
    return JSON.parse(words.replaceAll(/"(agent|cli):[^"]*"|"[0-9a-z]{26}"|"staff\d+"/g, '"x"')) as unknown
  }

  const pairs: Record<
    string,
    { atDesk: () => Promise<Doing>; call: Call; words: (params: Doing) => Promise<string[]> }
  > = {
    'proposes an adjustment': {
      call: desk.deskAdjust,
      atDesk: async () => ({ by: await payer(world), body: await adjustment(world) }),
      words: async () => [
        'adjustments',
        'propose',
        ...(await ofMember(world, ['1', 'goodwill', 'the', 'bank', 'was', 'late'])),
      ],
    },
    'confirms a proposal': {
      call: desk.deskConfirmProposal,
      atDesk: async () => ({ by: await payer(world), params: await proposalOf(world), body: note }),
      words: async () => ['proposals', 'confirm', await proposal(world), 'seen'],
    },
    'refuses a proposal': {
      call: desk.deskRefuseProposal,
      atDesk: async () => ({ by: await payer(world), params: await proposalOf(world), body: note }),
      words: async () => ['proposals', 'refuse', await proposal(world), 'seen'],
    },
    'locks an agent out': {
      call: desk.deskDisable,
      atDesk: async () => ({ by: await owner(world), params: { agentId: (await payer(world)).agentId } }),
      words: async () => ['desk', 'disable', (await payer(world)).username],
    },
    'locks a member': {
      call: desk.deskLockMember,
      atDesk: () => aboutMember(world),
      words: async () => ['members', 'lock', ...(await ofMember(world, ['--reason', 'a', 'trial']))],
    },
    'ends the sessions of a member': {
      call: desk.deskEndSessions,
      atDesk: () => aboutMember(world),
      words: async () => ['members', 'end-sessions', ...(await ofMember(world, ['--reason', 'a', 'trial']))],
    },
    'gives other roles': {
      call: desk.deskSetRoles,
      atDesk: async () => ({
        by: await staffMember(app, 'Owner', ['OWNER', 'RISK']),
        params: { agentId: (await payer(world)).agentId },
        body: { roles: ['RISK'] },
      }),
      words: async () => ['desk', 'roles', (await payer(world)).username, 'risk'],
    },
  }

  it.each(Object.entries(pairs))(
    '[OFC-002] differs in the actor alone: who %s',
    async (_what, { atDesk, call, words }) => {
      const doing = await atDesk()
      const { by, params = {}, body } = doing
      const sent = { token: by.token, params, ...(body === undefined ? {} : { rawBody: body }) }
      const ofDesk = await newDeedsBy(`agent:${by.agentId}`, () => app.desk.ok(call, sent))
      const given = await words(doing)
      const ofCommand = await newDeedsBy('cli:tester', () => app.command(...given))
      expect(ofCommand.map(bare)).toEqual(ofDesk.map(bare))
      expect(ofCommand).toHaveLength(1)
    },
  )
})

describeKeptDeeds(5)
