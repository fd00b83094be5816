import { Icon } from '@krapao/web'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTexts } from '../../lib/texts/texts.ts'
import { play } from '../../ui/drawings.tsx'
import type { HowtoEntry } from './entries.ts'
import { howtoEntries } from './entries.ts'
import { durationText, recordingFor } from './howto.rules.ts'
import styles from './howto-list.module.css'
import { HowtoSheet } from './howto-sheet.tsx'

/** The five videos, each opened in a player over the page (HOW-001, HOW-007). */
export function HowtoList(): ReactNode {
  const { find, t } = useTexts()
  const [opened, setOpened] = useState<HowtoEntry>()
  return (
    <>
      <p className={styles.intro}>{t('howto.intro')}</p>
      <ul className={styles.list}>
        {howtoEntries.map((entry) => (
          <li key={entry.id}>
            <button type="button" aria-haspopup="dialog" onClick={() => setOpened(entry)}>
              <Thumbnail entry={entry} />
              <span className={styles.words}>
                <span className={styles.title}>{find(entry.titleId)}</span>
                <Length entry={entry} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {opened === undefined ? null : <HowtoSheet entry={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

function Thumbnail({ entry }: { entry: HowtoEntry }): ReactNode {
  return (
    <span className={styles.thumbnail}>
      <img src={entry.poster} alt="" width="390" height="780" />
    </span>
  )
}

function Length({ entry }: { entry: HowtoEntry }): ReactNode {
  const { language, t } = useTexts()
  const time = durationText(recordingFor(entry.id, language).durationS)
  return (
    <span className={styles.length}>
      <Icon drawing={play} />
      {t('howto.play')} · <span className="num">{time}</span>
    </span>
  )
}
