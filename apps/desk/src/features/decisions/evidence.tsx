import type { ReactNode } from 'react'
import { OpeningPicture } from '@krapao/web'
import { useState } from 'react'
import { actorText } from '../../lib/actor-text.ts'
import { formatCount } from '../../lib/formats.ts'
import { pictureLabels } from '../../lib/picture-labels.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Glyph, StateSign } from '../../ui/glyph.tsx'
import { Moment } from '../../ui/moment.tsx'
import { FactList, Panel } from '../../ui/panel.tsx'
import { glyphOfAnswer, glyphOfStep } from './decision-glyphs.ts'
import type { Decision } from './decisions.api.ts'
import { factName, factText, reasonText, stepText, useDecisionTexts } from './decision-words.ts'
import { EvidenceMembers } from './evidence-members.tsx'
import { EvidenceMoney } from './evidence-money.tsx'
import styles from './evidence.module.css'
import { WithdrawalWay } from './withdrawal-way.tsx'

type Evidence = Decision['evidence']

/** All that a decision is judged by, on one screen. */
export function EvidenceView({
  decision: { row, evidence },
  memberLink,
  outlook,
}: {
  decision: Decision
  memberLink: (memberId: string) => ReactNode
  /** How what is proposed stands now. */
  outlook: ReactNode
}): ReactNode {
  const texts = useDecisionTexts()
  const { words } = texts
  const { why, comparison, picture, member, facts, timeline } = evidence
  const factRows = factRowsOf(texts, facts)
  return (
    <>
      {row.kind === 'withdrawal' ? <WithdrawalWay steps={timeline} /> : null}
      {picture === null && comparison.length === 0 ? null : (
        <div className={picture === null ? undefined : styles.slip}>
          {picture === null ? null : <SlipPicture address={picture} />}
          {comparison.length === 0 ? null : <Comparison rows={comparison} />}
        </div>
      )}
      {outlook}
      <div className={styles.columns}>
        <div className="stack">
          <Panel title={words('evidence.why')}>
            {why.length === 0 ? <p className="quiet">{words('evidence.none')}</p> : null}
            <ul className={styles.why}>
              {why.map(({ reason, facts: of }) => (
                <li key={reason}>
                  <Glyph state={row.kind === 'withdrawal' ? 'held' : 'unk'} />
                  <span>
                    <b>{reasonText(texts, row.kind, reason)}</b>
                    {factLine(texts, of)}
                  </span>
                </li>
              ))}
            </ul>
          </Panel>
          {factRows.length === 0 ? null : (
            <Panel title={words('evidence.facts')}>
              <FactList rows={factRows} />
            </Panel>
          )}
        </div>
        {member === null ? null : (
          <Panel title={words('evidence.member')} action={memberLink(member.memberId)}>
            <FactList
              rows={[
                [texts.t('facts.name'), member.name],
                [texts.t('facts.memberId'), member.memberNo],
                [texts.t('facts.phone'), member.phone],
                ...memberRowsOf(texts, member.facts),
              ]}
            />
          </Panel>
        )}
      </div>
      {evidence.money === null ? null : <EvidenceMoney money={evidence.money} />}
      <EvidenceMembers place={row} evidence={evidence} memberLink={memberLink} />
      {timeline.length === 0 ? null : (
        <div className={styles.columns}>
          <DecisionLife steps={timeline.filter(({ what }) => what !== CALLED)} />
          <PartyCalls calls={timeline.filter(({ what }) => what === CALLED)} />
        </div>
      )}
    </>
  )
}

/** What the life of a decision calls a question to a party with its answer. */
const CALLED = 'party-called'

type Texts = ReturnType<typeof useDecisionTexts>

function factRowsOf(
  texts: Texts,
  facts: Evidence['facts'],
  say: (name: string) => string | null = (name) => factText(texts, name, facts[name]),
): (readonly [string, string])[] {
  return Object.entries(facts).flatMap(([name, value]) => {
    const said = value === null || value === '' ? null : say(name)
    return said === null ? [] : [[factName(texts, name), said] as const]
  })
}

/** How often and how much in one row: "46 times · 61,200.00". */
function memberRowsOf(texts: Texts, facts: Evidence['facts']): (readonly [string, string])[] {
  return factRowsOf(texts, facts, (name) => {
    const often = facts[name.replace(/Amount$/, 'Count')]
    if (name.endsWith('Count') && facts[name.replace(/Count$/, 'Amount')] !== undefined) return null
    const shown = factText(texts, name, facts[name])
    return typeof often === 'number' && name.endsWith('Amount')
      ? texts.words('evidence.times', { n: formatCount(often), amount: shown })
      : shown
  })
}

/** "Amount 38,500.00 · Limit 20,000.00" under what it belongs to. */
function factLine(texts: Texts, facts: Evidence['facts']): ReactNode {
  const said = factRowsOf(texts, facts).map(([name, value]) => `${name} ${value}`)
  return said.length === 0 ? null : <small>{said.join(' · ')}</small>
}

function SlipPicture({ address }: { address: string }): ReactNode {
  const { t, words } = useDecisionTexts()
  const [isGone, setIsGone] = useState(false)
  return (
    <figure className={styles.picture} id="slip-picture">
      {isGone ? (
        <p className="quiet">{words('evidence.noPicture')}</p>
      ) : (
        <OpeningPicture
          address={address}
          name="slip"
          alt={words('evidence.picture')}
          labels={pictureLabels(t)}
          className={styles.open}
          onFailed={() => setIsGone(true)}
        />
      )}
      <figcaption>
        {words('evidence.fullScreen')} <kbd>V</kbd>
      </figcaption>
    </figure>
  )
}

const verdicts = {
  agrees: { glyph: 'done', tone: undefined },
  differs: { glyph: 'fail', tone: 'out' },
  cannotTell: { glyph: 'unk', tone: 'wait' },
} as const

/** What the member or his slip says beside what the party answered and what it should be. */
function Comparison({ rows }: { rows: Evidence['comparison'] }): ReactNode {
  const texts = useDecisionTexts()
  const { words } = texts
  return (
    <Panel title={words('evidence.slip')} isFlush>
      <DataTable
        caption={words('evidence.slip')}
        className={styles.table}
        hasNames
        heads={[
          { text: <span className="vh">{words('evidence.facts')}</span> },
          ...(['onSlip', 'bankSays', 'wanted', 'result'] as const).map((id) => ({ text: words(`evidence.${id}`) })),
        ]}
        rows={rows.map(({ what, told, answered, wanted, agrees }) => {
          const values = [told, answered, wanted]
          const word = agrees === null ? 'cannotTell' : agrees ? 'agrees' : 'differs'
          // What stands alone is compared with nothing.
          const isCompared = values.filter((value) => value !== null).length > 1
          const { glyph, tone } = verdicts[word]
          return {
            key: what,
            tone: isCompared ? tone : undefined,
            cells: [
              factName(texts, what),
              ...values.map((value) => factText(texts, what, value)),
              isCompared ? (
                <StateSign key="result" state={glyph}>
                  {words(`evidence.${word}`)}
                </StateSign>
              ) : null,
            ],
          }
        })}
      />
    </Panel>
  )
}

/** Its whole life as steps: states, deeds, calls and their answers, the newest first. */
function DecisionLife({ steps }: { steps: Evidence['timeline'] }): ReactNode {
  const texts = useDecisionTexts()
  const { words } = texts
  return (
    <Panel title={words('evidence.life')} aside={words('evidence.lifeHint')}>
      <ol className={styles.life} id="life" tabIndex={-1}>
        {steps.toReversed().map(({ at, what, by, facts }, index) => (
          <li key={`${at} ${what} ${index}`}>
            <Moment at={at} isShort />
            <Glyph state={glyphOfStep(what)} />
            <span className={styles.step}>
              <b>{stepText(texts, what)}</b>
              {factLine(texts, facts)}
            </span>
            <span className={styles.by}>{actorText(by, texts)}</span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** What was asked of a party and what it answered, the newest first. */
function PartyCalls({ calls }: { calls: Evidence['timeline'] }): ReactNode {
  const texts = useDecisionTexts()
  const { words } = texts
  if (calls.length === 0) return null
  return (
    <Panel title={words('evidence.calls')} foot={words('evidence.callsHint')} isFlush>
      <DataTable
        caption={words('evidence.calls')}
        className={styles.table}
        heads={(['time', 'party', 'call', 'answer', 'took'] as const).map((id) => ({ text: words(`evidence.${id}`) }))}
        rows={calls.toReversed().map(({ at, facts: { party, call, answer, tookMs } }, index) => ({
          key: `${at} ${index}`,
          cells: [
            <Moment key="at" at={at} isShort />,
            factText(texts, 'party', party),
            factText(texts, 'call', call),
            <StateSign key="answer" state={glyphOfAnswer(String(answer ?? 'unknown'))}>
              {factText(texts, 'answer', answer)}
            </StateSign>,
            typeof tookMs === 'number' ? `${tookMs.toLocaleString('en-US')} ms` : '—',
          ],
        }))}
      />
    </Panel>
  )
}
