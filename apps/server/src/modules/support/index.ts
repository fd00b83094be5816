import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/types.ts'
import type { Files } from '../../platform/files/index.ts'
import type { Route } from '../../platform/http/index.ts'
import type { Job, Jobs } from '../../platform/jobs.ts'
import type { Pictures } from '../../platform/pictures/index.ts'
import type { Signals } from '../../platform/signals.ts'
import type { MembersDoor } from '../members/index.ts'
import type { OperatorDoor } from '../operator/index.ts'
import { createChatFiles } from './chat-files.ts'
import { createConversations } from './conversations.ts'
import { createRobot, ROBOT_JOB } from './robot.ts'
import { supportRoutes } from './support.routes.ts'
import { createTelling } from './telling.ts'

export { supportMigrations } from './support.migrations.ts'

export interface SupportDeps {
  database: Database
  clock: Clock
  /** Where the module's own jobs are registered. */
  jobs: Pick<Jobs, 'wake'>
  signals: Pick<Signals, 'publish'>
  operator: Pick<OperatorDoor, 'settings'>
  members: Pick<MembersDoor, 'profile'>
  files: Files
  pictures: Pictures
  /** The web app's own address. */
  website: string
}

/** The support chat with what the process binds. */
export interface Support {
  routes: Route[]
  jobs: Job[]
  /** Whether guests may listen and write. */
  isOpen(): Promise<boolean>
  /** Gives the demo operator's robot what it shows. */
  seedDemo(): Promise<void>
}

/** The chat of members and guests with the operator's staff, and the demo operator's robot. */
export function createSupport(deps: SupportDeps): Support {
  const { operator, jobs } = deps
  const chatFiles = createChatFiles(deps)
  const telling = createTelling(deps)
  const robot = createRobot({ ...deps, telling })
  const conversations = createConversations({ ...deps, chatFiles, telling, wakeRobot: () => jobs.wake(ROBOT_JOB) })
  return {
    routes: supportRoutes({ operator, conversations, chatFiles }),
    jobs: [telling.job, robot.job],
    isOpen: async () => (await operator.settings()).enableChatWidget,
    seedDemo: () => robot.seedDemo(),
  }
}
