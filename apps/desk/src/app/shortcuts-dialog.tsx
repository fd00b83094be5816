import type { ReactNode } from 'react'
import { useLettersOn } from '../lib/letters.ts'
import { usePlaceTexts } from '../lib/texts/texts.ts'
import { Dialog } from '../ui/dialog.tsx'
import type { MenuRow } from './menu.ts'
import styles from './shortcuts-dialog.module.css'
import table from './shortcuts-texts.json'

const inEveryPlace: readonly (readonly [id: keyof typeof table, ...keys: string[]])[] = [
  ['keys.close', 'Esc'],
  ['keys.this', '?', 'Alt+H'],
]

const inChats: readonly (readonly [id: keyof typeof table, ...keys: string[]])[] = [
  ['keys.boxes', 'Alt+1', 'Alt+2', 'Alt+3', 'Alt+4'],
  ['keys.next', 'Alt+J', 'Alt+K'],
  ['keys.longest', 'Alt+N'],
  ['keys.claim', 'Alt+C'],
  ['keys.end', 'Alt+X'],
  ['keys.write', 'Alt+M'],
  ['keys.replies', 'Alt+R'],
  ['keys.send', 'Enter'],
  ['keys.line', 'Shift+Enter'],
]

const inDecisions: typeof inChats = [
  ['keys.decisionNext', 'J', 'K'],
  ['keys.decisionKinds', '1–9'],
  ['keys.decisionYes', 'A', 'D', 'H'],
  ['keys.decisionSure', 'Ctrl+Enter'],
  ['keys.decisionTake', 'T', 'X'],
  ['keys.decisionLook', 'R'],
  ['keys.decisionMember', 'M'],
  ['keys.decisionSlip', 'V'],
  ['keys.decisionLife', 'L'],
]

const inReports: typeof inChats = [['keys.reportExport', 'E']]
const inRecon: typeof inChats = [
  ['keys.reconFile', 'U'],
  ['keys.reconMatch', 'M'],
]

/** Every key that the desk listens to, as far as it holds for who looks. */
export function ShortcutsDialog({ menu, onClose }: { menu: readonly MenuRow[]; onClose: () => void }): ReactNode {
  const { t, words } = usePlaceTexts(table)
  const areLettersOn = useLettersOn()
  const places = menu.map(
    ({ page, letter }) =>
      [words('keys.go', { place: t(`nav.${page}`) }), 'G', letter] as const satisfies readonly string[],
  )
  const named = (rows: typeof inChats) => rows.map(([id, ...keys]) => [words(id), ...keys] as const)
  return (
    <Dialog title={words('keys.title')} closeLabel={t('common.close')} onClose={onClose}>
      <Keys rows={[...(areLettersOn ? places : []), ...named(inEveryPlace)]} />
      {areLettersOn && menu.some(({ page }) => page === 'decisions') ? (
        <>
          <h3 className={styles.title}>{t('nav.decisions')}</h3>
          <Keys rows={named(inDecisions)} />
        </>
      ) : null}
      {areLettersOn && menu.some(({ page }) => page === 'reports') ? (
        <>
          <h3 className={styles.title}>{t('nav.reports')}</h3>
          <Keys rows={named(inReports)} />
        </>
      ) : null}
      {areLettersOn && menu.some(({ page }) => page === 'recon') ? (
        <>
          <h3 className={styles.title}>{t('nav.recon')}</h3>
          <Keys rows={named(inRecon)} />
        </>
      ) : null}
      {menu.some(({ page }) => page === 'inbox') ? (
        <>
          <h3 className={styles.title}>{t('nav.inbox')}</h3>
          <Keys rows={named(inChats)} />
        </>
      ) : null}
    </Dialog>
  )
}

function Keys({ rows }: { rows: readonly (readonly [name: string, ...keys: string[]])[] }): ReactNode {
  return (
    <dl className={styles.list}>
      {rows.map(([name, ...keys]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
