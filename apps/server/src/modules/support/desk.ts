import type { Ledger } from '@krapao/ledger'
import type { Clock } from '../../platform/clock.ts'
import type { Command } from '../../platform/commands/index.ts'
import type { Database } from '../../platform/database/types.ts'
import type { Files } from '../../platform/files/index.ts'
import type { Route } from '../../platform/http/index.ts'
import type { AuthenticateAgent } from '../../platform/http/route.ts'
import type { Job } from '../../platform/jobs.ts'
import { PAIR_MEMORY_MS } from '../../platform/login/failures.ts'
import type { Devices } from '../../platform/login/devices.ts'
import type { Passwords } from '../../platform/login/passwords.ts'
import type { Proofs } from '../../platform/login/proofs.ts'
import type { SealedTexts } from '../../platform/reseal.ts'
import { createSealer, type Sealer } from '../../platform/sealer.ts'
import type { Signals } from '../../platform/signals.ts'
import type { MembersDoor } from '../members/index.ts'
import { type OperatorDoor, operatorWords } from '../operator/index.ts'
import { createAgentLogin } from './agent-login.ts'
import { createAgentPassword } from './agent-password.ts'
import { createAgents, EXPIRED_KNOWN_MS } from './agents.ts'
import { deleteOldLogins, sealedTotpKeys, writeResealedTotpKey } from './agents.store.ts'
import { createCannedReplies } from './canned-replies.ts'
import type { ChatFiles } from './chat-files.ts'
import { deskCommands } from './desk.commands.ts'
import { createDeskMessages } from './desk-messages.ts'
import { createDeskRooms } from './desk-rooms.ts'
import { deskRoutes } from './desk.routes.ts'
import { createQuietGuests } from './quiet-guests.ts'
import { linkHosts } from './link-hosts.rules.ts'
import type { Telling } from './telling.ts'

const CLEANED_EVERY_MS = 3_600_000
const NEGLECTED_EVERY_MS = 30_000

export interface DeskDeps {
  database: Database
  ledger: Pick<Ledger, 'states'>
  clock: Clock
  members: Pick<MembersDoor, 'profile' | 'payee' | 'standing' | 'sessionCount'>
  /** Of their own, so that a rush at the members' login keeps no staff waiting. */
  passwords: Passwords
  proofs: Proofs
  devices: Devices
  files: Pick<Files, 'link' | 'open'>
  chatFiles: ChatFiles
  telling: Pick<Telling, 'tell'>
  signals: Pick<Signals, 'publish'>
  operator: Pick<OperatorDoor, 'settings'>
  /** The web app's own address. */
  website: string
  /** 64 hexadecimal digits: what keys of one-time codes are sealed with. */
  totpSealKeys: readonly string[]
}

/** The other side of the chat, for staff: bound on a listener of its own. */
export interface Desk {
  routes: Route[]
  jobs: Job[]
  commands: Command[]
  /** What is kept sealed: keys of one-time codes. */
  sealed: SealedTexts & { sealer: Sealer }
  authenticate: AuthenticateAgent
  /** Which of these sessions are neither ended nor expired. */
  liveSessions(sessionIds: readonly string[]): Promise<ReadonlySet<string>>
  seedDemo(): Promise<void>
}

/** The support desk: its staff, their rooms, what they say, and the account of all they do. */
export function createDesk(deps: DeskDeps): Desk {
  const {
    database,
    ledger,
    clock,
    operator,
    members,
    passwords,
    files,
    chatFiles,
    telling,
    signals,
    totpSealKeys,
    website,
  } = deps
  const sealer = createSealer(totpSealKeys)
  const staff = {
    database,
    clock,
    passwords,
    sealer,
    operatorWords: async () => operatorWords(await operator.settings()),
    onSessionsEnded: (agentId: string) => signals.publish({ kind: 'agent-sessions-ended', agentId }),
  }
  const agents = createAgents(staff)
  const replies = createCannedReplies({ database, clock })
  const quietGuests = createQuietGuests({ database, clock, signals })
  const rooms = createDeskRooms({ database, ledger, clock, members, signals })
  return {
    routes: deskRoutes({
      database,
      agents,
      login: createAgentLogin({ ...staff, proofs: deps.proofs, devices: deps.devices, agents }),
      changePassword: createAgentPassword(staff),
      rooms,
      messages: createDeskMessages({
        database,
        clock,
        files,
        chatFiles,
        telling,
        linkHosts: async () => linkHosts(await operator.settings(), website),
      }),
      replies,
      files,
    }),
    jobs: [
      quietGuests.job,
      { name: 'desk-neglected', everyMs: NEGLECTED_EVERY_MS, run: () => rooms.releaseNeglected() },
      {
        name: 'desk-logins-sweep',
        everyMs: CLEANED_EVERY_MS,
        run() {
          const nowMs = clock.now().getTime()
          return deleteOldLogins(database, {
            sessions: new Date(nowMs - EXPIRED_KNOWN_MS),
            failures: new Date(nowMs - PAIR_MEMORY_MS),
          })
        },
      },
    ],
    commands: deskCommands(agents, quietGuests),
    sealed: {
      sealer,
      after: (id, limit) => sealedTotpKeys(database, id, limit),
      write: (id, from, to) => writeResealedTotpKey(database, id, from, to),
    },
    authenticate: (token, asked) => agents.authenticate(token, asked),
    liveSessions: (sessionIds) => agents.liveSessions(sessionIds),
    seedDemo: () => replies.seedDemo(),
  }
}
