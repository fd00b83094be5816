import type { DeskMember } from '@krapao/contract'
import { MEMBER_LOCKERS } from '@krapao/contract'
import { formatAmount, fromWireAmount } from '@krapao/money'
import { Icon, refresh, serverNowMs, useNow } from '@krapao/web'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { ageText } from '../../lib/age.ts'
import { formatBaht, formatChange, formatSecondOfDay } from '../../lib/formats.ts'
import { useHasRole } from '../../lib/session.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Glyph, StateSign } from '../../ui/glyph.tsx'
import { Money } from '../../ui/money.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FactList, Panel } from '../../ui/panel.tsx'
import { tabPanel, Tabs } from '../../ui/tabs.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useGameDeed } from './member.api.ts'
import { useMemberTexts } from './member-words.ts'
import styles from './member.module.css'

const shownOf = (amount: number): ReactNode => <Money words={formatBaht(amount)} />

/** What is his and where it stands, what he brought and took, and the bonus that he holds. */
export function MemberMoney({ shown, isStale }: { shown: DeskMember; isStale: boolean }): ReactNode {
  return (
    <>
      <MoneyNow shown={shown} isStale={isStale} />
      <NetPanel net={shown.net} />
      <BonusPanel bonus={shown.bonus} />
    </>
  )
}

/** How money stands in each place besides his games; of what is held or under way there may be none. */
const standings = {
  wallet: { words: 'money.live' },
  held: { words: 'money.isHeld', glyph: 'held' },
  arriving: { words: 'money.moves', glyph: 'unk' },
  refund: { words: 'money.waiting' },
  invite: { words: 'money.waiting' },
} as const

function MoneyState({ where, isNone }: { where: keyof typeof standings; isNone: boolean }): ReactNode {
  const { words } = useMemberTexts()
  const standing = standings[where]
  const isQuiet = !('glyph' in standing)
  if (isQuiet || isNone) return <span className="quiet">{words(isQuiet ? standing.words : 'money.none')}</span>
  return <StateSign state={standing.glyph}>{words(standing.words)}</StateSign>
}

function MoneyNow({ shown, isStale }: { shown: DeskMember; isStale: boolean }): ReactNode {
  const { words } = useMemberTexts()
  const { money } = shown
  const { wallet, held, arriving, waiting, games } = money
  const total = [wallet, held, arriving, waiting.refund, waiting.invite, ...games.map(({ amount }) => amount)].reduce(
    // Satang are whole: the sum of rounded parts is the sum.
    (sum, amount) => sum + fromWireAmount(amount),
    0,
  )
  const rows = [
    { where: 'wallet', amount: wallet },
    { where: 'held', amount: held },
    { where: 'arriving', amount: arriving },
    { where: 'refund', amount: waiting.refund, isSeldom: true },
    { where: 'invite', amount: waiting.invite, isSeldom: true },
  ] as const
  return (
    <Panel title={words('money.title')} aside={<span className="num">{formatSecondOfDay(shown.asOf)}</span>} isFlush>
      <div className={styles.total}>
        <Money isBig words={formatAmount(total)} />
        <p>{words('money.total')}</p>
      </div>
      <DataTable
        caption={words('money.title')}
        heads={[
          { text: words('money.where') },
          { text: words('money.age') },
          { text: words('money.amount'), isNumber: true },
        ]}
        empty={words('money.none')}
        rows={[
          ...rows
            .filter((row) => !('isSeldom' in row) || row.amount !== 0)
            .map(({ where, amount }) => ({
              key: where,
              cells: [
                words(`money.${where}`),
                <MoneyState key="state" where={where} isNone={amount === 0} />,
                shownOf(amount),
              ],
            })),
          ...games.map((game) => ({
            key: `game ${game.code}`,
            cells: [
              game.name,
              <Reading key="age" memberId={shown.member.memberId} game={game} isStale={isStale} />,
              shownOf(game.amount),
            ],
          })),
        ]}
      />
    </Panel>
  )
}

/** How old a reading is, and the way to a newer one. */
function Reading({
  memberId,
  game,
  isStale,
}: {
  memberId: string
  game: DeskMember['money']['games'][number]
  isStale: boolean
}): ReactNode {
  const texts = useMemberTexts()
  const { words, errorText } = texts
  const nowMs = useNow(1_000, serverNowMs)
  const canRead = useHasRole(MEMBER_LOCKERS)
  const { readAt, stale, missing } = game
  const deed = missing ? 'renew-game' : 'read-game'
  const intent = useGameDeed(memberId, deed, game.code, () =>
    showToast('done', words(missing ? 'money.renewDone' : 'money.readDone')),
  )
  const label = words(missing ? 'act.renew' : 'act.read', { game: game.name })
  return (
    <span className={styles.reading}>
      {missing ? (
        <StateSign state="late">{words('money.missing')}</StateSign>
      ) : readAt === null ? (
        <span className="quiet">{words('money.never')}</span>
      ) : stale ? (
        <StateSign state="late">{words('money.stale', { age: ageText(words, readAt, nowMs) })}</StateSign>
      ) : (
        <span className={`num quiet`}>{words('money.read', { age: ageText(words, readAt, nowMs) })}</span>
      )}
      {canRead ? (
        <button
          type="button"
          aria-label={label}
          title={label}
          disabled={isStale || intent.isPending}
          onClick={() => void intent.run({ code: game.code })}
        >
          <Icon drawing={refresh} size={16} />
        </button>
      ) : null}
      {intent.error === null || intent.isPending ? null : (
        <Notice tone="out" sign={<Glyph state="late" />} role="alert">
          {errorText(intent.error)}
        </Notice>
      )}
    </span>
  )
}

const NET_PANEL = 'member-net'

function NetPanel({ net }: { net: DeskMember['net'] }): ReactNode {
  const { words } = useMemberTexts()
  const idOf = ({ days }: DeskMember['net'][number]): string => String(days ?? 'ever')
  const [chosen, setChosen] = useState('30')
  const one = net.find((row) => idOf(row) === chosen) ?? net[0]
  if (one === undefined) return null
  return (
    <Panel title={words('net.title')}>
      <Tabs
        tabs={net.map((row) => ({
          id: idOf(row),
          label: row.days === null ? words('net.ever') : words('net.n', { n: row.days }),
        }))}
        active={idOf(one)}
        label={words('net.days')}
        panelId={NET_PANEL}
        isPlain
        onChoose={setChosen}
      />
      <div {...tabPanel(NET_PANEL, idOf(one))}>
        <FactList
          rows={[
            [words('net.deposits'), shownOf(one.deposits)],
            [words('net.withdrawals'), shownOf(one.withdrawals)],
            [words('net.net'), <Money key="net" words={formatChange(one.net)} />],
            [words('net.results'), <Money key="results" words={formatChange(one.results)} />],
          ]}
        />
      </div>
    </Panel>
  )
}

function BonusPanel({ bonus }: { bonus: DeskMember['bonus'] }): ReactNode {
  const { language, words } = useMemberTexts()
  if (bonus === null) {
    return (
      <Panel title={words('bonus.title')}>
        <p className="quiet">{words('bonus.none')}</p>
      </Panel>
    )
  }
  const amounts = [
    ['bonus.granted', bonus.granted],
    ['bonus.turnover', bonus.current],
    ['bonus.target', bonus.target],
    ['bonus.missing', bonus.missing],
  ] as const
  return (
    <Panel title={words('bonus.title')} aside={words(`bonus.state.${bonus.state}`)}>
      <p className={styles.strong}>{bonus.name[language]}</p>
      <FactList
        rows={amounts.flatMap(([id, amount]) => (amount === null ? [] : [[words(id), shownOf(amount)] as const]))}
      />
    </Panel>
  )
}
