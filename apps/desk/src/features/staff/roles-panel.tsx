import type { Role } from '@krapao/contract'
import {
  ADJUSTERS,
  ALL_DEEDS_READERS,
  BONUS_WRITERS,
  CHAT_WRITERS,
  CONTENT_WRITERS,
  DATA_REQUEST_ENDERS,
  DEED_EXPORTERS,
  DECISION_WRITERS,
  MEMBER_LOCKERS,
  MEMBER_READERS,
  MEMBER_UNLOCKERS,
  RECON_WRITERS,
  RELEASE_CHANGERS,
  REPORT_EXPORTERS,
  REVEALERS,
  ROLES,
  SETTINGS_WRITERS,
  STAFF_WRITERS,
} from '@krapao/contract'
import { check, Icon } from '@krapao/web'
import type { ReactNode } from 'react'
import { usePlaceTexts } from '../../lib/texts/texts.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import table from './staff-texts.json' with { type: 'json' }
import styles from './staff-page.module.css'

/** What staff do, each with the roles that the calls for it name. */
const deeds = {
  members: MEMBER_READERS,
  reveal: REVEALERS,
  chat: CHAT_WRITERS,
  decide: DECISION_WRITERS,
  adjust: ADJUSTERS,
  lock: MEMBER_LOCKERS,
  unlock: MEMBER_UNLOCKERS,
  bonuses: BONUS_WRITERS,
  content: CONTENT_WRITERS,
  closing: RECON_WRITERS,
  exports: REPORT_EXPORTERS,
  data: DATA_REQUEST_ENDERS,
  release: RELEASE_CHANGERS,
  settings: SETTINGS_WRITERS,
  staff: STAFF_WRITERS,
  audit: ALL_DEEDS_READERS,
  auditExports: DEED_EXPORTERS,
} as const satisfies Record<string, readonly Role[]>

/** Which role may do what, a row for each deed. */
export function RolesPanel(): ReactNode {
  const { t, words } = usePlaceTexts(table)
  const isGiven = (roles: readonly Role[], role: Role): ReactNode =>
    roles.includes(role) ? (
      <span className={styles.may} role="img" aria-label={words('matrix.may')}>
        <Icon drawing={check} size={16} />
      </span>
    ) : (
      <span className={styles.sign} role="img" aria-label={words('matrix.mayNot')}>
        -
      </span>
    )
  return (
    <div className={styles.matrix}>
      <Panel title={words('matrix.title')} aside={words('matrix.hint')}>
        <DataTable
          caption={words('matrix.title')}
          heads={[{ text: words('matrix.deed') }, ...ROLES.map((role) => ({ text: t(`role.${role}`) }))]}
          rows={(Object.keys(deeds) as (keyof typeof deeds)[]).map((deed) => ({
            key: deed,
            cells: [words(`matrix.${deed}`), ...ROLES.map((role) => isGiven(deeds[deed], role))],
          }))}
        />
      </Panel>
    </div>
  )
}
