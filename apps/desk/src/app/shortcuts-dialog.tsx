import type { ReactNode } from 'react'
import type { TextId } from '../lib/texts/texts.ts'
import { useTexts } from '../lib/texts/texts.ts'
import { Dialog } from '../ui/dialog.tsx'
import styles from './shortcuts-dialog.module.css'

const shortcuts: readonly (readonly [id: TextId, ...keys: string[]])[] = [
  ['keys.boxes', 'Alt+1', 'Alt+2', 'Alt+3', 'Alt+4'],
  ['keys.next', 'Alt+J', 'Alt+K'],
  ['keys.longest', 'Alt+N'],
  ['keys.claim', 'Alt+C'],
  ['keys.end', 'Alt+X'],
  ['keys.write', 'Alt+M'],
  ['keys.replies', 'Alt+R'],
  ['keys.send', 'Enter'],
  ['keys.line', 'Shift+Enter'],
  ['keys.close', 'Esc'],
  ['keys.this', 'Alt+H'],
]

/** Every key that the desk listens to. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTexts()
  return (
    <Dialog title={t('keys.title')} closeLabel={t('common.close')} onClose={onClose}>
      <dl className={styles.list}>
        {shortcuts.map(([id, ...keys]) => (
          <div key={id}>
            <dt>{t(id)}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
