import type { ReactNode } from 'react'
import { Fragment } from 'react'
import { useLettersOn } from '../lib/letters.ts'
import type { PageName } from '../lib/place.ts'
import { usePlaceTexts } from '../lib/texts/texts.ts'
import { Dialog } from '../ui/dialog.tsx'
import styles from './shortcuts-dialog.module.css'
import table from './shortcuts-texts.json'

type Row = readonly [id: keyof typeof table, ...keys: string[]]

const inEveryPlace: readonly Row[] = [
  ['keys.close', 'Esc'],
  ['keys.this', '?', 'Alt+H'],
]

/** The keys of a page. Those of the chats work with Alt: also for whoever turned single letters off. */
const onPages: readonly { readonly page: PageName; readonly areWithAlt?: boolean; readonly rows: readonly Row[] }[] = [
  {
    page: 'decisions',
    rows: [
      ['keys.decisionNext', 'J', 'K'],
      ['keys.decisionKinds', '1–9'],
      ['keys.decisionYes', 'A', 'D', 'H'],
      ['keys.decisionSure', 'Ctrl+Enter'],
      ['keys.decisionTake', 'T', 'X'],
      ['keys.decisionLook', 'R'],
      ['keys.decisionMember', 'M'],
      ['keys.decisionSlip', 'V'],
      ['keys.decisionLife', 'L'],
    ],
  },
  {
    page: 'members',
    rows: [
      ['keys.memberFind', '/'],
      ['keys.memberNote', 'N'],
      ['keys.memberAdjust', 'B'],
      ['keys.memberLock', 'L'],
    ],
  },
  { page: 'content', rows: [['keys.contentAdd', 'N']] },
  { page: 'reports', rows: [['keys.reportExport', 'E']] },
  {
    page: 'recon',
    rows: [
      ['keys.reconFile', 'U'],
      ['keys.reconMatch', 'M'],
    ],
  },
  { page: 'audit', rows: [['keys.auditExport', 'E']] },
  {
    page: 'inbox',
    areWithAlt: true,
    rows: [
      ['keys.boxes', 'Alt+1', 'Alt+2', 'Alt+3', 'Alt+4'],
      ['keys.next', 'Alt+J', 'Alt+K'],
      ['keys.longest', 'Alt+N'],
      ['keys.claim', 'Alt+C'],
      ['keys.end', 'Alt+X'],
      ['keys.write', 'Alt+M'],
      ['keys.replies', 'Alt+R'],
      ['keys.send', 'Enter'],
      ['keys.line', 'Shift+Enter'],
    ],
  },
]

/** Every key that the desk listens to, as far as it holds for who looks. */
export function ShortcutsDialog({
  menu,
  onClose,
}: {
  menu: readonly { readonly page: PageName; readonly letter: string }[]
  onClose: () => void
}): ReactNode {
  const { t, words } = usePlaceTexts(table)
  const areLettersOn = useLettersOn()
  const toPages = menu.map(({ page, letter }) => [words('keys.go', { place: t(`nav.${page}`) }), 'G', letter] as const)
  const named = (rows: readonly Row[]) => rows.map(([id, ...keys]) => [words(id), ...keys] as const)
  return (
    <Dialog title={words('keys.title')} closeLabel={t('common.close')} onClose={onClose}>
      <Keys rows={[...(areLettersOn ? toPages : []), ...named(inEveryPlace)]} />
      {onPages
        .filter(({ page, areWithAlt = areLettersOn }) => areWithAlt && menu.some((row) => row.page === page))
        .map(({ page, rows }) => (
          <Fragment key={page}>
            <h3 className={styles.title}>{t(`nav.${page}`)}</h3>
            <Keys rows={named(rows)} />
          </Fragment>
        ))}
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
