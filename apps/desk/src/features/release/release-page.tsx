import type { ReleaseVersion } from '@krapao/contract'
import { RELEASE_CHANGERS } from '@krapao/contract'
import type { ReactNode } from 'react'
import { formatBaht } from '../../lib/formats.ts'
import { usePlaceState } from '../../lib/place-state.ts'
import { useHasRole } from '../../lib/session.ts'
import { usePlaceTexts } from '../../lib/texts/texts.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { InState } from '../../ui/in-state.tsx'
import { Moment } from '../../ui/moment.tsx'
import page from '../../ui/page.module.css'
import { FactList, Panel } from '../../ui/panel.tsx'
import { useRelease } from './release.api.ts'
import { ReleaseForm } from './release-form.tsx'
import table from './release-texts.json' with { type: 'json' }
import styles from './release-page.module.css'

/** The rules by which withdrawals are paid without a person: those in force, what a change would do, and all before. */
export function ReleasePage(): ReactNode {
  const { t, words } = usePlaceTexts(table)
  const query = useRelease()
  const state = usePlaceState(query)
  const canChange = useHasRole(RELEASE_CHANGERS)
  const { data } = query
  return (
    <div className={page.page}>
      <h1>{t('nav.release')}</h1>
      <p className={page.intro}>{words('release.intro')}</p>
      <InState state={state}>
        {data === undefined ? null : (
          <div className={styles.columns}>
            <div className="stack">
              <Panel title={words('release.now')} aside={words('release.version', { n: data.version })}>
                <FactList
                  rows={[
                    [words('release.withdrawAutoMax'), formatBaht(data.rules.withdrawAutoMax)],
                    [words('release.withdrawAutoDayMax'), formatBaht(data.rules.withdrawAutoDayMax)],
                    [words('release.payeeUnchangedHours'), String(data.rules.payeeUnchangedHours)],
                  ]}
                />
              </Panel>
              <Panel title={words('release.always')} aside={words('release.alwaysHint')}>
                <ul className={styles.always}>
                  {data.always.map((reason) => (
                    <li key={reason}>
                      <Glyph state="held" />
                      {words(`reason.${reason}`)}
                    </li>
                  ))}
                </ul>
              </Panel>
            </div>
            <div className="stack">
              {canChange ? (
                <ReleaseForm version={data.version} rules={data.rules} />
              ) : (
                <p className="quiet">{words('release.readOnly')}</p>
              )}
            </div>
            <RulesHistory versions={data.history} />
          </div>
        )}
      </InState>
    </div>
  )
}

function RulesHistory({ versions }: { versions: readonly ReleaseVersion[] }): ReactNode {
  const { words } = usePlaceTexts(table)
  return (
    <Panel title={words('release.history')}>
      <ol className={styles.history}>
        {versions.map(({ version, rules, at, proposedBy, confirmedBy, reason }) => (
          <li key={version}>
            <b>{words('release.version', { n: version })}</b> {at === null ? null : <Moment at={at} />}
            <p className="num">
              {words('release.summary', {
                each: formatBaht(rules.withdrawAutoMax),
                day: formatBaht(rules.withdrawAutoDayMax),
                hours: rules.payeeUnchangedHours,
              })}
            </p>
            <p>
              {proposedBy === null
                ? words('release.first')
                : words('release.by', { proposer: proposedBy, confirmer: confirmedBy ?? proposedBy })}
              {reason === null ? '' : ` · “${reason}”`}
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
