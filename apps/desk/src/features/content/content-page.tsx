import type { ContentPart } from '@krapao/contract'
import type { ReactNode } from 'react'
import { actorText } from '../../lib/actor-text.ts'
import { formatDateTime } from '../../lib/formats.ts'
import { goTo, hashOf } from '../../lib/place.ts'
import { usePlaceState } from '../../lib/place-state.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { StateSign } from '../../ui/glyph.tsx'
import { InState } from '../../ui/in-state.tsx'
import page from '../../ui/page.module.css'
import { Panel } from '../../ui/panel.tsx'
import { tabPanel, Tabs } from '../../ui/tabs.tsx'
import type { Overview, PartStanding } from './content.api.ts'
import { useContent, usePart } from './content.api.ts'
import { contentGroups, groupNames, groupOf } from './content-documents.ts'
import { type ContentTexts, useContentTexts } from './content-words.ts'
import { PartEditor } from './part-editor.tsx'
import { glyphs, whoText } from './versions.tsx'
import styles from './content-page.module.css'

const PANEL = 'content'

/** Everything that players read and an operator changes, by what it is; one part of it in hand. */
export function ContentPage({ part: asked }: { part: ContentPart | null }): ReactNode {
  const texts = useContentTexts()
  const { t, words } = texts
  const query = useContent()
  const state = usePlaceState(query)
  const part = asked ?? 'banners'
  const group = groupOf(part)
  const parts = query.data?.parts ?? []
  const inGroup = contentGroups[group].flatMap((one) => parts.find((standing) => standing.part === one) ?? [])
  const chosen = parts.find((standing) => standing.part === part)
  return (
    <div className={page.page}>
      <header className={styles.head}>
        <h1>{t('nav.content')}</h1>
        <Tabs
          tabs={groupNames.map((id) => ({
            id,
            label: words(`group.${id}`),
            ...(contentGroups[id].length === 1 ? {} : { count: contentGroups[id].length }),
          }))}
          active={group}
          label={words('content.groups')}
          panelId={PANEL}
          onChoose={(next) => goTo({ page: 'content', part: contentGroups[next][0] })}
        />
      </header>
      <div {...tabPanel(PANEL, group)}>
        <InState state={state}>
          <div className="stack">
            <Panel title={words(`group.${group}`)} isFlush>
              <PartsTable rows={inGroup} chosen={part} texts={texts} />
            </Panel>
            {chosen === undefined || query.data === undefined ? null : (
              <InHand key={part} standing={chosen} overview={query.data} isStale={state.isStale} />
            )}
          </div>
        </InState>
      </div>
    </div>
  )
}

function PartsTable({
  rows,
  chosen,
  texts,
}: {
  rows: readonly PartStanding[]
  chosen: ContentPart
  texts: ContentTexts
}): ReactNode {
  const { words } = texts
  return (
    <DataTable
      caption={words('content.parts')}
      isStacked
      heads={[
        { text: words('content.what') },
        { text: words('versions.state') },
        { text: words('content.since') },
        { text: words('content.last') },
      ]}
      empty={words('versions.none')}
      rows={rows.map(({ part, standing, scheduled, failed }) => {
        // What somebody should look at goes before what stands.
        const shown = failed ?? scheduled ?? standing
        return {
          key: part,
          isChosen: part === chosen,
          cells: [
            <a key="what" href={hashOf({ page: 'content', part })} aria-current={part === chosen ? 'true' : undefined}>
              {words(`part.${part}`)}
            </a>,
            <StateSign key="state" state={shown === null ? 'done' : glyphs[shown.state]}>
              {shown === null
                ? words('state.PUBLISHED')
                : `${words(`state.${shown.state}`)} · ${words('versions.n', { n: shown.number })}`}
            </StateSign>,
            <span key="since" className="num">
              {shown === null ? '-' : formatDateTime(shown.publishAt ?? shown.publishedAt ?? shown.at)}
            </span>,
            shown === null ? actorText(null, texts) : whoText(shown, texts),
          ],
        }
      })}
    />
  )
}

function InHand({
  standing,
  overview: { previewUrl, fillIns },
  isStale,
}: {
  standing: PartStanding
  overview: Overview
  isStale: boolean
}): ReactNode {
  const query = usePart(standing)
  const state = usePlaceState(query)
  const { data } = query
  return (
    <InState state={state}>
      {data === undefined ? null : (
        <PartEditor
          standing={standing}
          read={data}
          previewUrl={previewUrl}
          fillIns={fillIns}
          isStale={isStale || state.isStale}
        />
      )}
    </InState>
  )
}
