import { ALL_DEEDS_READERS, DEED_GROUPS } from '@krapao/contract'
import { dayOf, serverNowMs } from '@krapao/web'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { actorText } from '../../lib/actor-text.ts'
import { useHasRole } from '../../lib/session.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import type { AuditFilter } from './audit.api.ts'
import { useActors, useFindMember } from './audit.api.ts'
import { deedNames, useAuditTexts } from './audit-words.ts'
import styles from './audit-page.module.css'

/** By whom, what, about whom and when: what each row must be of. Whoever reads his own deeds alone is asked for no name. */
export function AuditFilters({
  filter,
  onChange,
}: {
  filter: AuditFilter
  onChange: (filter: AuditFilter) => void
}): ReactNode {
  const texts = useAuditTexts()
  const { words } = texts
  const { language } = useTexts()
  const readsAll = useHasRole(ALL_DEEDS_READERS)
  const actors = useActors(readsAll)
  const all = { value: '', label: words('filter.all') }
  const change = (part: AuditFilter): void => onChange({ ...filter, ...part })
  const deeds = deedNames.map((deed) => ({ value: deed, label: words(`deed.${deed}`) }))
  const today = dayOf(serverNowMs())
  const isToday = filter.from === today && filter.to === today
  return (
    <div className={styles.filters} role="group" aria-label={words('filter.title')}>
      <div className={styles.chips}>
        <FilterChip
          isOn={isToday}
          onPress={() => change(isToday ? { from: '', to: '' } : { from: today, to: today })}
          label={words('filter.today')}
        />
        {DEED_GROUPS.map((group) => (
          <FilterChip
            key={group}
            isOn={filter.of === group}
            onPress={() => change({ of: filter.of === group ? '' : group })}
            label={words(`of.${group}`)}
          />
        ))}
      </div>
      {readsAll ? (
        <SelectField
          label={words('audit.who')}
          value={filter.actor ?? ''}
          options={[
            all,
            ...actors.map(({ _id, name, username }) => ({ value: `agent:${_id}`, label: `${name} (${username})` })),
            { value: 'system', label: actorText('system', texts) },
            { value: 'nobody', label: actorText('nobody', texts) },
          ]}
          onChoose={(actor) => change({ actor })}
        />
      ) : null}
      <SelectField
        label={words('audit.what')}
        value={filter.deed ?? ''}
        options={[all, ...deeds.toSorted((one, other) => one.label.localeCompare(other.label, language))]}
        onChoose={(deed) => change({ deed })}
      />
      {readsAll ? <MemberFilter isChosen={(filter.memberId ?? '') !== ''} onChoose={change} /> : null}
      <div className={styles.days}>
        {(['from', 'to'] as const).map((name) => (
          <TextField
            key={name}
            label={words(`filter.${name}`)}
            type="date"
            value={filter[name] ?? ''}
            onChange={(event) => change({ [name]: event.target.value })}
          />
        ))}
      </div>
    </div>
  )
}

/** One press narrows, another takes that back. */
function FilterChip({ label, isOn, onPress }: { label: string; isOn: boolean; onPress: () => void }): ReactNode {
  return (
    <button type="button" className={styles.chip} aria-pressed={isOn} onClick={onPress}>
      {label}
    </button>
  )
}

/** A member by number, phone or another thing that only he has; found when it is left or sent. */
function MemberFilter({
  isChosen,
  onChoose,
}: {
  isChosen: boolean
  onChoose: (part: Pick<AuditFilter, 'memberId'>) => void
}): ReactNode {
  const { words } = useAuditTexts()
  const [typed, setTyped] = useState('')
  const find = useFindMember()
  const clear = (): void => {
    setTyped('')
    find.reset()
    onChoose({ memberId: '' })
  }
  const look = (): void => {
    if (isChosen || typed.trim() === '' || find.isPending) return
    find.mutate(typed.trim(), {
      onSuccess: (found) => {
        if (found === null) return
        setTyped([found.name, found.memberNo].join(' · '))
        onChoose({ memberId: found.memberId })
      },
    })
  }
  return (
    <form
      className={styles.member}
      onSubmit={(event) => {
        event.preventDefault()
        look()
      }}
    >
      <TextField
        label={words('filter.member')}
        placeholder={words('filter.memberHint')}
        autoComplete="off"
        maxLength={100}
        readOnly={isChosen}
        value={typed}
        error={find.isError || find.data === null ? words('filter.notOne') : undefined}
        onChange={(event) => {
          setTyped(event.target.value)
          find.reset()
        }}
        onBlur={look}
      />
      {isChosen ? (
        <Button kind="quiet" onClick={clear}>
          {words('filter.clear')}
        </Button>
      ) : null}
    </form>
  )
}
