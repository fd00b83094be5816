import { desk } from '@krapao/contract'
import { describe, expect, it } from 'vitest'
import { deskDoings } from './testing/deeds/at-desk.ts'
import { commandDoings } from './testing/deeds/by-command.ts'
import { type DeedRow, openDeedsWorld, prepared } from './testing/deeds/deeds-world.ts'

const { app, world, newDeedsBy } = await openDeedsWorld()
const atDesk = deskDoings(world)
const byCommand = await commandDoings(world)

describe('a deed that both doors do', () => {
  /** A deed without who did it and from where, and without the ids of what it is about. */
  const bare = ({ number: _number, actor: _actor, address: _address, memberId, subject, ...rest }: DeedRow) => {
    const words = JSON.stringify({ ...rest, isOfMember: memberId !== null, kind: subject?.split(':')[0] ?? null })
    return JSON.parse(words.replaceAll(/"(agent|cli):[^"]*"|"[0-9a-z]{26}"|"staff\d+"/g, '"x"')) as unknown
  }

  it.each([
    ['proposes an adjustment', desk.deskAdjust, 'adjustments propose'],
    ['confirms a proposal', desk.deskConfirmProposal, 'proposals confirm'],
    ['refuses a proposal', desk.deskRefuseProposal, 'proposals refuse'],
    ['locks an agent out', desk.deskDisable, 'desk disable'],
    ['locks a member', desk.deskLockMember, 'members lock'],
    ['ends the sessions of a member', desk.deskEndSessions, 'members end-sessions'],
    ['gives other roles', desk.deskSetRoles, 'desk roles'],
  ])('[OFC-002] differs in the actor alone: who %s', async (_what, call, command) => {
    const { by, params = {}, body } = await prepared(atDesk, call.name)
    const sent = { token: by.token, params, ...(body === undefined ? {} : { rawBody: body }) }
    const ofDesk = await newDeedsBy(`agent:${by.agentId}`, () => app.desk.ok(call, sent))
    const words = await prepared(byCommand, command)
    const ofCommand = await newDeedsBy('cli:tester', () => app.command(...command.split(' '), ...words))
    expect(ofCommand.map(bare)).toEqual(ofDesk.map(bare))
    expect(ofCommand).toHaveLength(1)
  })
})
