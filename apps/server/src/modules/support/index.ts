import type { Ledger } from '@krapao/ledger'
import type { Clock } from '../../platform/clock.ts'
import type { Database, SqlMigration } from '../../platform/database/types.ts'
import type { Files } from '../../platform/files/index.ts'
import type { Route } from '../../platform/http/index.ts'
import type { Job, Jobs } from '../../platform/jobs.ts'
import type { Devices } from '../../platform/login/devices.ts'
import type { Passwords } from '../../platform/login/passwords.ts'
import type { Proofs } from '../../platform/login/proofs.ts'
import type { Pictures } from '../../platform/pictures/index.ts'
import type { Signals } from '../../platform/signals.ts'
import type { MembersDoor } from '../members/index.ts'
import type { OperatorDoor } from '../operator/index.ts'
import { createChatFiles } from './chat-files.ts'
import { createConversations } from './conversations.ts'
import { createDesk, type Desk } from './desk.ts'
import { deskMigrations } from './desk.migrations.ts'
import { createRetention } from './retention.ts'
import { createRobot, ROBOT_JOB } from './robot.ts'
import { supportMigrations as chatMigrations } from './support.migrations.ts'
import { supportRoutes } from './support.routes.ts'
import { createTelling } from './telling.ts'

export { supportWaiting } from './support.store.ts'

/** The tables of the chat and of its desk. */
export const supportMigrations: readonly SqlMigration[] = [...chatMigrations, ...deskMigrations]

export interface SupportDeps {
  database: Database
  ledger: Pick<Ledger, 'states'>
  clock: Clock
  /** Where the module's own jobs are registered. */
  jobs: Pick<Jobs, 'wake'>
  signals: Pick<Signals, 'publish'>
  operator: Pick<OperatorDoor, 'settings'>
  members: Pick<MembersDoor, 'profile' | 'payee' | 'standing' | 'sessionCount'>
  /** Of their own, so that a rush at the members' login keeps no staff waiting. */
  passwords: Passwords
  proofs: Proofs
  devices: Devices
  files: Files
  pictures: Pictures
  /** The web app's own address. */
  website: string
  /** 64 hexadecimal digits: what keys of the staff's one-time codes are sealed with. */
  totpSealKeys: readonly string[]
}

/** The support chat with what the process binds. */
export interface Support {
  routes: Route[]
  jobs: Job[]
  /** The other side, for staff: its calls are bound on a listener of its own. */
  desk: Desk
  /** Whether guests may listen and write. */
  isOpen(): Promise<boolean>
  /** Gives the demo operator's robot what it shows, and his staff replies. */
  seedDemo(): Promise<void>
}

/** The chat of members and guests with the operator's staff, and the demo operator's robot. */
export function createSupport(deps: SupportDeps): Support {
  const { operator, jobs } = deps
  const chatFiles = createChatFiles(deps)
  const telling = createTelling(deps)
  const robot = createRobot({ ...deps, telling })
  const conversations = createConversations({ ...deps, chatFiles, telling, wakeRobot: () => jobs.wake(ROBOT_JOB) })
  const desk = createDesk({ ...deps, chatFiles, telling })
  return {
    routes: supportRoutes({ operator, conversations, chatFiles }),
    jobs: [telling.job, robot.job, createRetention(deps), ...desk.jobs],
    desk,
    isOpen: async () => (await operator.settings()).enableChatWidget,
    async seedDemo() {
      await robot.seedDemo()
      await desk.seedDemo()
    },
  }
}
