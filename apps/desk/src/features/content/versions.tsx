import type { ContentVersion } from '@krapao/contract'
import { refresh } from '@krapao/web'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { actorText } from '../../lib/actor-text.ts'
import { formatDateTime } from '../../lib/formats.ts'
import { endOf } from '../../lib/intent-end.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { StateSign } from '../../ui/glyph.tsx'
import { IntentEnd } from '../../ui/intent-end.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { PartRead } from './content.api.ts'
import { readVersion } from './content.api.ts'
import { type ContentTexts, problemText, useContentTexts } from './content-words.ts'

export const glyphs = {
  PUBLISHED: 'done',
  SCHEDULED: 'todo',
  REPLACED: 'off',
  WITHDRAWN: 'off',
  FAILED: 'fail',
} as const satisfies Record<ContentVersion['state'], string>

/** Who made a version, and who confirmed it. */
export function whoText({ by, agent, confirmedBy, confirmer }: ContentVersion, texts: ContentTexts): string {
  const first = actorText(by, texts, agent)
  return confirmedBy === null ? first : `${first} + ${actorText(confirmedBy, texts, confirmer)}`
}

/** What a part said before, by whom and when; any of it can be taken up again, which makes another version. */
export function Versions({
  read: { part, versions },
  canBringBack,
  onBringBack,
}: {
  read: PartRead
  canBringBack: boolean
  onBringBack: (document: unknown) => void
}): ReactNode {
  const texts = useContentTexts()
  const { words } = texts
  const [error, setError] = useState<unknown>(null)
  const bringBack = (number: number): void => {
    setError(null)
    readVersion(part, number).then(onBringBack, setError)
  }
  return (
    <Panel title={words('versions.title')} aside={words('versions.hint')} isFlush>
      <IntentEnd end={endOf({ error }, texts)} />
      <DataTable
        caption={words('versions.title')}
        heads={['number', 'state', 'at', 'by', 'note', 'back'].map((head) => ({
          text:
            head === 'back' ? (
              <span className="vh">{words('versions.back')}</span>
            ) : (
              words(`versions.${head}` as 'versions.number')
            ),
        }))}
        empty={words('versions.none')}
        rows={versions.map((version) => {
          const { number, state, at, publishAt, publishedAt, note, problem: why } = version
          const n = words('versions.n', { n: number })
          return {
            key: String(number),
            cells: [
              n,
              <StateSign key="state" state={glyphs[state]}>
                {words(`state.${state}`)}
              </StateSign>,
              <span key="at" className="num">
                {formatDateTime(publishedAt ?? publishAt ?? at)}
              </span>,
              whoText(version, texts),
              [note, why && problemText(why, texts)].filter((said) => said !== null).join(' · '),
              state === 'PUBLISHED' || !canBringBack ? null : (
                <Button
                  key="back"
                  kind="quiet"
                  drawing={refresh}
                  aria-label={words('versions.bringBackNamed', { name: n })}
                  onClick={() => bringBack(number)}
                >
                  {words('versions.bringBack')}
                </Button>
              ),
            ],
          }
        })}
      />
    </Panel>
  )
}
