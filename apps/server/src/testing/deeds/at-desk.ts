import { desk, type ReconMapping } from '@krapao/contract'
import { randomUUID } from 'node:crypto'
import { bangkokDay } from '../../platform/bangkok-time.ts'
import { newId } from '../../platform/ids.ts'
import { guest, say } from '../worlds/chat-world.ts'
import { answer, codeOf, type Staff, staffMember } from '../worlds/desk-world.ts'
import { whitePng } from '../pictures/slip-drawing.ts'
import { memberWithMoney } from '../worlds/stories.ts'
import { video } from '../pictures/video-making.ts'
import { makeWithdrawal } from '../worlds/waiting-world.ts'
import type { Doings } from './deeds-world.ts'
import {
  aboutMember,
  adjustment,
  armedPlayer,
  because,
  type Doing,
  draftOfOffer,
  forgotten,
  forReason,
  liveOffer,
  marketer,
  missingAccount,
  note,
  offer,
  owner,
  payer,
  proposal,
  proposalOf,
  triedOffer,
} from './doings.ts'
import type { BonusWorld } from '../worlds/bonus-world.ts'

/** Each call of the desk that does something, prepared; those that staff make of themselves at the login are seen there. */
export function deskDoings(world: BonusWorld): Doings<Doing> {
  const { app } = world

  /** Of the rules of release one change at a time is proposed: the open one is taken back. */
  async function withoutOpenChange(): Promise<void> {
    const ofRules = `select id from proposal where subject = 'release:rules' and state = 'OPEN'`
    const open = await app.database.query<{ id: string }>(ofRules)
    for (const { id } of open) await app.command('proposals', 'withdraw', id, 'no more')
  }

  const aboutColleague = async () => ({ by: await owner(world), params: { agentId: (await payer(world)).agentId } })

  const aboutProposal = async () => ({
    by: await payer(world),
    params: { kind: 'proposal' as const, id: await proposal(world) },
  })

  const supporter = () => staffMember(app, 'Supporter', ['SUPPORT'])

  /** One of them, whose code is another than that of his login. */
  async function withCode() {
    const by = await supporter()
    app.clock.advance(30_000)
    return { by, totp: codeOf(app, by) }
  }

  async function room(): Promise<string> {
    const who = guest()
    await say(app, who, 'hello')
    return who.roomId
  }

  async function heldRoom(): Promise<Doing> {
    const [by, roomId] = [await supporter(), await room()]
    await answer(app, by, roomId, 'yes?')
    return { by, params: { roomId } }
  }

  async function replyOf(by: Staff): Promise<Record<string, string>> {
    const { reply } = await app.desk.ok(desk.deskAddReply, { token: by.token, body: replyTexts })
    return { replyId: reply._id }
  }

  /** A request about data that stands so, and what is sent with the next step; the body also is that of another one. */
  async function dataRequest(state: 'received' | 'verified'): Promise<Doing> {
    const { by, params } = await aboutMember(world)
    const requestId = newId(app.clock.now())
    const memberId = String(params?.['memberId'])
    await app.database.query(
      `insert into data_request (id, member_id, kind, via, state, received_at) values ($1, $2, 'correction', 'desk', $3, $4)`,
      [requestId, memberId, state, app.clock.now()],
    )
    const body = { memberId, kind: 'copy', reason: 'law', note: 'a trial' }
    return { by, params: { requestId }, body }
  }

  /** Another text for a part, by one who may change it. */
  async function contentOf(publishAt: Date | null) {
    const by = await staffMember(app, 'Maker', ['MARKETING'])
    const params = { part: 'withdraw' }
    const { number } = await app.desk.ok(desk.deskContentPart, { token: by.token, params })
    const words = [`<p>${randomUUID()}</p>`]
    const document = { th: words, lo: words, en: words }
    return { by, params, body: { document, number, publishAt: publishAt?.toISOString() ?? null, note: null } }
  }

  /** Of a member with an app, whose removal was asked for or not. */
  async function aboutFactors(isAsked: boolean): Promise<Doing> {
    const { by, body, params } = await aboutMember(world)
    const memberId = String(params?.['memberId'])
    const confirmedAt = app.clock.now()
    await app.database.query(
      `insert into member_authenticator (member_id, totp_key, confirmed_at) values ($1, 'x', $2)`,
      [memberId, confirmedAt],
    )
    if (isAsked) {
      await app.database.query(`insert into factor_removal (member_id, due_at, language) values ($1, $2, 'th')`, [
        memberId,
        new Date(confirmedAt.getTime() + 1_000_000_000),
      ])
    }
    return { by, ...(body === undefined ? {} : { body }), params: { memberId } }
  }

  const replyTexts = { title: 'Hello', th: 'สวัสดี', lo: 'ສະບາຍດີ', en: 'Hello' }

  const BANK = { kind: 'bank', party: 'KBANK' } as const

  const columns: ReconMapping = {
    ...{ delimiter: ',', order: 'YMD', isBuddhist: false, date: 'Date', time: null, amount: 'Amount', in: null },
    ...{ out: null, reference: null, account: null, words: null, balance: 'Balance', until: null },
  }

  let days = 0

  const aDay = (): string => `2025-01-${String((days += 1)).padStart(2, '0')}`

  const fileOf = (day: string, amount: string): Buffer => Buffer.from(`Date,Amount,Balance\n${day},${amount},100.00\n`)

  async function bookkeeper(): Promise<Staff> {
    const by = await payer(world)
    await app.desk.ok(desk.deskReconMapping, { token: by.token, params: BANK, body: columns })
    return by
  }

  /** A day of a bank whose statement was taken in; of another sum than nothing it has a line that nobody knows. */
  async function statement(day = aDay(), amount = '5.00') {
    const by = await bookkeeper()
    const form = { bytes: fileOf(day, amount) }
    await app.desk.ok(desk.deskReconImport, { token: by.token, params: BANK, form })
    return { by, params: { ...BANK, day } }
  }

  /** A line that nobody knows, and what explains it. */
  async function unexplained() {
    const { by, params } = await statement()
    const [line] = (await app.desk.ok(desk.deskReconDay, { token: by.token, params })).theirs
    return { by, params, body: { side: 'theirs' as const, id: line?.id ?? '', as: 'fee' as const, ...because } }
  }

  const rules = { withdrawAutoMax: 20_000, withdrawAutoDayMax: 60_000, payeeUnchangedHours: 24 }

  return {
    deskAcknowledgeAlert: async () => {
      const alertId = newId(app.clock.now())
      await app.database.query(
        `insert into desk_alert (id, alert, what, count, raised_at, tell_at) values ($1, 'audit', $1, 1, $2, $2)`,
        [alertId, app.clock.now()],
      )
      return { by: await payer(world), params: { alertId } }
    },
    deskAddNote: async () => ({ ...(await aboutMember(world)), body: { text: 'called twice' } }),
    deskAddReply: async () => ({ by: await supporter(), body: replyTexts }),
    deskAdjust: async () => ({ by: await payer(world), body: await adjustment(world) }),
    deskChangePassword: async () => {
      const { by, totp } = await withCode()
      return { by, body: { oldPassword: by.password, newPassword: 'nine quiet lanterns', totp } }
    },
    deskChangeReply: async () => {
      const by = await supporter()
      return { by, params: await replyOf(by), body: { ...replyTexts, title: 'Good day' } }
    },
    deskClaim: async () => ({ by: await supporter(), params: { roomId: await room() } }),
    deskClaimDecision: aboutProposal,
    deskConfirmProposal: async () => ({ by: await payer(world), params: await proposalOf(world), body: note }),
    deskDiscardBonus: () => draftOfOffer(world),
    deskPublishBonus: () => triedOffer(world),
    deskSaveBonus: async () => ({ by: await marketer(world), body: offer(world) }),
    deskSimulateBonus: () => draftOfOffer(world),
    deskStopBonus: async () => ({
      by: await marketer(world),
      params: { source: 'bonus' as const, code: await liveOffer(world) },
      body: because,
    }),
    deskReceiveDataRequest: async () => ({ ...(await dataRequest('received')), params: {} }),
    deskVerifyDataRequest: () => dataRequest('received'),
    deskDeliverDataRequest: () => dataRequest('verified'),
    deskRefuseDataRequest: () => dataRequest('verified'),
    deskCoolOff: async () => ({ ...(await aboutMember(world)), body: { hours: 24, ...because } }),
    deskAskParty: async () => {
      const by = await payer(world)
      const id = await makeWithdrawal(world, 300)
      world.bank.payoutState = 'SENT'
      const params = { kind: 'withdrawal' as const, id }
      const { row } = await app.desk.ok(desk.deskDecision, { token: by.token, params })
      await app.desk.ok(desk.deskDecide, { token: by.token, params, body: { action: 'pay', version: row.version } })
      await world.work()
      world.bank.payoutState = 'PAID'
      return { by, params }
    },
    deskDecide: async () => ({ ...(await aboutProposal()), body: { action: 'refuse', version: 0, ...note } }),
    deskDisable: aboutColleague,
    deskEnd: heldRoom,
    deskEndStaffSessions: async () => ({ ...(await aboutColleague()), body: {} }),
    deskAuditExport: async () => ({ by: await owner(world), body: because }),
    deskNewFactor: async () => {
      const { by, totp } = await withCode()
      return { by, body: { password: by.password, totp } }
    },
    deskTakeFactor: async () => {
      const { by, totp } = await withCode()
      const body = { password: by.password, totp }
      const { offer, totpKey } = await app.desk.ok(desk.deskNewFactor, { token: by.token, body })
      return { by, body: { offer, totp: codeOf(app, { ...by, totpKey }) } }
    },
    deskEndBonus: async () => ({ ...(await aboutMember(world)), params: { memberId: (await armedPlayer(world)).id } }),
    deskEndSessions: () => aboutMember(world),
    deskExclude: async () => ({ ...(await aboutMember(world)), body: { months: 6, ...because } }),
    deskHistory: async () => ({
      by: await supporter(),
      params: { roomId: await room() },
      body: { limit: 10, before: null, after: null },
    }),
    deskKeepFactors: () => aboutFactors(true),
    deskLockMember: () => aboutMember(world),
    deskLogout: async () => ({ by: await supporter() }),
    deskMarkRead: async () => ({ by: await supporter(), params: { roomId: await room() }, body: { seq: 1 } }),
    deskReadGame: async () => {
      const player = await world.player()
      await player.open('PG')
      return { by: await supporter(), params: { memberId: player.id }, body: { code: 'PG' } }
    },
    deskRememberPayout: async () => {
      const [reference, memberId] = await forgotten(world)
      return { by: await payer(world), params: { memberId: memberId ?? '' }, body: { reference, amount: 100 } }
    },
    deskRenewGame: async () => {
      const [memberId = ''] = await missingAccount(world)
      return { by: await supporter(), params: { memberId }, body: { code: 'PG' } }
    },
    deskReconClose: async () => {
      const { by, params, body } = await unexplained()
      await app.desk.ok(desk.deskReconExplain, { token: by.token, params, body })
      return { by, params, body: { opening: null, closing: null } }
    },
    deskReconExplain: unexplained,
    deskReconForget: statement,
    deskReconImport: async () => ({ by: await bookkeeper(), params: BANK, file: fileOf(aDay(), '5.00') }),
    deskReconMapping: async () => ({ by: await payer(world), params: BANK, body: columns }),
    deskReconMatch: async () => {
      await memberWithMoney(app, 77.11)
      const doing = await statement(bangkokDay(app.clock.now()), '77.11')
      const { theirs, own } = await app.desk.ok(desk.deskReconDay, { token: doing.by.token, params: doing.params })
      const ours = own.find(({ amount }) => amount === 77.11)
      return { ...doing, body: { line: theirs[0]?.id, own: ours?.id } }
    },
    deskReportExport: async () => ({
      by: await payer(world),
      body: { from: '2025-01-01', to: '2025-01-02', ...because },
    }),
    deskRemoveFactors: () => aboutFactors(false),
    deskRefuseProposal: async () => ({ by: await payer(world), params: await proposalOf(world), body: note }),
    deskRelease: heldRoom,
    deskReleaseDecision: async () => {
      const { by, params } = await aboutProposal()
      await app.desk.ok(desk.deskClaimDecision, { token: by.token, params })
      return { by, params }
    },
    deskReleasePropose: async () => {
      await withoutOpenChange()
      const by = await staffMember(app, 'Owner', ['OWNER', 'RISK'])
      const { version } = await app.desk.ok(desk.deskReleaseRules, { token: by.token })
      return { by, body: { ...rules, version, ...because } }
    },
    deskReleaseReplay: {
      reads: async () => ({ by: await staffMember(app, 'Owner', ['OWNER', 'RISK']), body: rules }),
    },
    deskRemoveReply: async () => {
      const by = await supporter()
      return { by, params: await replyOf(by) }
    },
    deskReveal: async () => ({ ...(await aboutMember(world)), body: { field: 'phone', ...because } }),
    deskSend: async () => ({
      ...(await heldRoom()),
      body: { message: { message_type: 'text', payload: { message: 'and again' } } },
    }),
    deskSetLimit: async () => ({
      ...(await aboutMember(world)),
      body: { kind: 'deposit', period: 'day', amount: 500, ...because },
    }),
    deskPublishContent: async () => contentOf(null),
    deskContentPicture: async () => ({ by: (await contentOf(null)).by, file: whitePng(8, 8, true) }),
    deskWithdrawContent: async () => {
      const { by, params, body } = await contentOf(new Date(app.clock.now().getTime() + 3_600_000))
      const sent = { token: by.token, key: randomUUID(), params, body }
      const { number } = await app.desk.ok(desk.deskPublishContent, sent)
      return { by, params, body: { number } }
    },
    deskSetSetting: async () => ({
      by: await staffMember(app, 'Owner', ['OWNER']),
      params: { name: 'qrMinutes' },
      body: { value: 16, before: (await app.app().operator.settings()).qrMinutes, ...because },
    }),
    deskSetRoles: async () => ({
      ...(await aboutColleague()),
      by: await staffMember(app, 'Owner', ['OWNER', 'RISK']),
      body: { roles: ['RISK'] },
    }),
    deskStepUp: async () => {
      const { by, totp } = await withCode()
      return { by, body: { totp } }
    },
    deskTakeOver: async () => ({ by: await supporter(), params: (await heldRoom()).params ?? {} }),
    deskUnlockMember: async () => {
      const doing = await aboutMember(world)
      await app.command('members', 'lock', doing.params?.['memberId'] ?? '', ...forReason)
      return doing
    },
    deskUploadImage: async () => ({ by: await supporter(), file: whitePng(8, 8, true) }),
    deskUploadVideo: async () => ({ by: await supporter(), file: video() }),
    deskWithdrawProposal: async () => {
      const by = await payer(world)
      const { proposalId } = await app.desk.ok(desk.deskAdjust, { token: by.token, body: await adjustment(world) })
      return { by, params: { proposalId: proposalId ?? '' }, body: note }
    },
  }
}
