import { eye, Icon } from '@krapao/web'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../lib/formats.ts'
import { Notice } from '../../ui/notice.tsx'
import type { Decision } from './decisions.api.ts'
import { useDecisionTexts } from './decision-words.ts'

/** Who else has it open. Whoever holds it is told of by himself. */
export function Onlookers({ decision }: { decision: Decision }): ReactNode {
  const { words } = useDecisionTexts()
  const { onlookers, row } = decision
  const others = onlookers.filter(({ _id }) => _id !== row.heldBy?._id)
  const [first] = others
  if (first === undefined) return null
  return (
    <Notice tone="wait" role="status" sign={<Icon drawing={eye} size={16} />}>
      <b>{words('hand.looking', { names: others.map(({ name }) => name).join(', ') })}</b>{' '}
      {words('hand.lookingText', { time: formatDateTime(first.since) })}
    </Notice>
  )
}
