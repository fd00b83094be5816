import type { DeskSetting, DeskSettingChange } from '@krapao/contract'
import { SETTING_GROUPS } from '@krapao/contract'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { actorText } from '../../lib/actor-text.ts'
import { formatDateTime } from '../../lib/formats.ts'
import { goTo } from '../../lib/place.ts'
import { usePlaceState } from '../../lib/place-state.ts'
import { search } from '../../ui/drawings.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { SearchField } from '../../ui/field.tsx'
import { InState } from '../../ui/in-state.tsx'
import { Moment } from '../../ui/moment.tsx'
import page from '../../ui/page.module.css'
import { Panel } from '../../ui/panel.tsx'
import { Empty } from '../../ui/state.tsx'
import { SettingForm } from './setting-form.tsx'
import { meaningOf, nameOf, type SettingTexts, unitOf, useSettingTexts, valueText } from './setting-words.ts'
import { useSetting, useSettings } from './settings.api.ts'
import styles from './settings-page.module.css'

type Group = (typeof SETTING_GROUPS)[number]

const isChanged = ({ value, preset }: DeskSetting): boolean => JSON.stringify(value) !== JSON.stringify(preset)

/** Every setting by what it is about, with what it means, is, and is by default; one in hand, with its changes. */
export function SettingsPage({ name }: { name: string | null }): ReactNode {
  const texts = useSettingTexts()
  const { words } = texts
  const query = useSettings()
  const state = usePlaceState(query)
  const [group, setGroup] = useState<Group | null>(null)
  const [find, setFind] = useState('')
  const all = query.data?.settings ?? []
  const chosen = all.find((one) => one.name === name) ?? null
  const shownGroup = group ?? chosen?.group ?? SETTING_GROUPS[0]
  const looked = find.trim().toLowerCase()
  const rows = all.filter((one) =>
    looked === ''
      ? one.group === shownGroup
      : [one.name, nameOf(texts, one.name), meaningOf(texts, one.name)].join(' ').toLowerCase().includes(looked),
  )
  const changed = rows.filter(isChanged).length
  return (
    <div className={page.page}>
      <header className={styles.top}>
        <h1>{texts.t('nav.settings')}</h1>
        <div className={styles.find}>
          <SearchField label={words('settings.find')} value={find} maxLength={60} onFind={setFind} />
        </div>
      </header>
      <InState state={state}>
        <div className={styles.columns}>
          <nav className={styles.groups} aria-label={words('settings.groups')}>
            {SETTING_GROUPS.map((one) => (
              <button
                key={one}
                type="button"
                aria-current={looked === '' && one === shownGroup ? 'true' : undefined}
                onClick={() => {
                  setGroup(one)
                  setFind('')
                }}
              >
                {words(`group.${one}`)}
                <span className="num">{all.filter((setting) => setting.group === one).length}</span>
              </button>
            ))}
          </nav>
          <Panel
            title={looked === '' ? words(`group.${shownGroup}`) : words('settings.found', { n: rows.length })}
            aside={changed === 0 ? undefined : words('settings.changed', { n: changed })}
            isFlush
          >
            {rows.length === 0 ? (
              <Empty drawing={search} title={words('settings.none')} hint={words('settings.noneHint')} />
            ) : (
              <SettingsTable rows={rows} chosen={name} texts={texts} />
            )}
          </Panel>
          {chosen === null ? null : <InHand key={chosen.name} name={chosen.name} isStale={state.kind !== 'shown'} />}
        </div>
      </InState>
    </div>
  )
}

function SettingsTable({
  rows,
  chosen,
  texts,
}: {
  rows: readonly DeskSetting[]
  chosen: string | null
  texts: SettingTexts
}): ReactNode {
  const { words } = texts
  return (
    <DataTable
      caption={words('settings.what')}
      className={styles.table}
      heads={[
        { text: words('settings.what') },
        { text: words('settings.now'), isNumber: true },
        { text: words('settings.preset'), isNumber: true },
        { text: words('settings.last') },
      ]}
      rows={rows.map((setting) => ({
        key: setting.name,
        isChosen: setting.name === chosen,
        cells: [
          <div key="what">
            <button
              type="button"
              className={styles.open}
              aria-current={setting.name === chosen ? 'true' : undefined}
              onClick={() => goTo({ page: 'settings', name: setting.name })}
            >
              {nameOf(texts, setting.name)}
            </button>
            <p className="quiet">{meaningOf(texts, setting.name)}</p>
          </div>,
          <span key="now">
            <b>{valueText(texts, setting, setting.value)}</b>{' '}
            <span className="quiet">{unitOf(texts, setting, setting.value)}</span>
          </span>,
          <span key="preset" className="quiet">
            {isChanged(setting) ? <span className={styles.tag}>{words('settings.isChanged')}</span> : null}{' '}
            {valueText(texts, setting, setting.preset)}
          </span>,
          <span key="last" className="quiet">
            {setting.changedAt === null
              ? words('settings.never')
              : `${formatDateTime(setting.changedAt)} ${setting.changedBy === null ? '' : actorText(setting.changedBy, texts)}`}
          </span>,
        ],
      }))}
    />
  )
}

function InHand({ name, isStale }: { name: string; isStale: boolean }): ReactNode {
  const texts = useSettingTexts()
  const query = useSetting(name)
  const state = usePlaceState(query)
  const { data } = query
  return (
    <aside className={styles.hand} aria-label={nameOf(texts, name)}>
      <Panel title={nameOf(texts, name)}>
        <InState state={state}>
          {data === undefined ? null : (
            <div className="stack">
              <p className="quiet">{meaningOf(texts, name)}</p>
              <SettingForm setting={data.setting} isStale={isStale || state.isStale} />
              <SettingHistory setting={data.setting} history={data.history} texts={texts} />
            </div>
          )}
        </InState>
      </Panel>
    </aside>
  )
}

function SettingHistory({
  setting,
  history,
  texts,
}: {
  setting: DeskSetting
  history: readonly DeskSettingChange[]
  texts: SettingTexts
}): ReactNode {
  const { words } = texts
  return (
    <section>
      <h4 className={styles.small}>{words('settings.history')}</h4>
      {history.length === 0 ? <p className="quiet">{words('settings.never')}</p> : null}
      <ol className={styles.history}>
        {history.map((change, index) => (
          <li key={index}>
            <Moment at={change.at} />
            <p>
              {words('settings.fromTo', {
                before: valueText(texts, setting, change.before),
                after: valueText(texts, setting, change.after),
              })}
            </p>
            <p className="quiet">
              {[change.proposer?.name ?? change.proposedBy, change.agent?.name ?? change.by]
                .filter((who) => who !== null)
                .map((who) => actorText(who, texts))
                .join(' + ')}
              {change.reason === null ? '' : ` “${change.reason}”`}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
