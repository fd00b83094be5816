import type { ContentVersion } from '@krapao/contract'
import { refresh } from '@krapao/web'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formatDateTime } from '../../lib/formats.ts'
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

/** Who made a version, and who confirmed it: staff by name, the machine and a file in words. */
export function whoText({ by, agent, confirmedBy, confirmer }: ContentVersion, { words }: ContentTexts): string {
  const name = (actor: string, known: { name: string } | null): string =>
    known?.name ?? words(actor.startsWith('cli:') ? 'who.file' : 'who.system')
  return confirmedBy === null ? name(by, agent) : `${name(by, agent)} + ${name(confirmedBy, confirmer)}`
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
  const { words, errorText } = texts
  const [problem, setProblem] = useState<string>()
  const bringBack = async (number: number): Promise<void> => {
    setProblem(undefined)
    try {
      onBringBack(await readVersion(part, number))
    } catch (caught) {
      setProblem(errorText(caught))
    }
  }
  return (
    <Panel title={words('versions.title')} aside={words('versions.hint')} isFlush>
      <IntentEnd end={problem === undefined ? null : { isUnknown: false, text: problem }} />
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
                {formatDateTime(Date.parse(publishedAt ?? publishAt ?? at))}
              </span>,
              whoText(version, texts),
              [note, why && problemText(why, texts)].filter((said) => said !== null).join(' · '),
              state === 'PUBLISHED' || !canBringBack ? null : (
                <Button
                  key="back"
                  kind="quiet"
                  drawing={refresh}
                  aria-label={words('versions.bringBackNamed', { name: n })}
                  onClick={() => void bringBack(number)}
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
