import {
  type BodyOf,
  type DecisionAction,
  type DecisionField,
  type desk,
  hasRole,
  isBlank,
  type Role,
} from '@krapao/contract'
import { readWireAmount } from '@krapao/money'
import { refuse, refuseFields } from '../../../platform/errors.ts'
import type { DecisionFields } from '../../deeds/index.ts'

type Body = BodyOf<typeof desk.deskDecide>
type FieldName = Exclude<keyof Body, 'action' | 'version'>
/** What is sent, or said, beside the action: amounts in baht. */
export type DecisionGiven = Pick<Body, FieldName>

const NAMES: readonly FieldName[] = ['reason', 'note', 'evidence', 'amount', 'hours', 'transfer', 'member']

/**
 * The action of this name that his roles let him do, null of who has none, at the command line; refuses with the field
 * `action` where there is none, else with FORBIDDEN.
 */
export function requireAction(
  actions: readonly DecisionAction[],
  name: string,
  roles: readonly Role[] | null,
): DecisionAction {
  const action = actions.find((candidate) => candidate.action === name) ?? refuseFields('action')
  if (roles !== null && !hasRole(roles, action.roles)) refuse('FORBIDDEN')
  return action
}

/** What the action asks for, as it was sent; refuses with the field that is missing or is none of what it may be. */
export function readFields({ fields }: DecisionAction, given: DecisionGiven): DecisionFields {
  const read: Record<string, string | number> = {}
  for (const name of NAMES) {
    const field = fields.find((one) => one.field === name)
    const sent = given[name] ?? null
    const isEmpty = sent === null || (typeof sent === 'string' && isBlank(sent))
    if (field === undefined) {
      if (!isEmpty) refuseFields(name)
    } else if (!isEmpty) read[name === 'amount' ? 'amountMinor' : name] = readField(field, sent)
    else if (field.isRequired) refuseFields(name)
  }
  return read
}

function readField(field: DecisionField, sent: string | number): string | number {
  const { field: name, choices, least, most } = field
  const value = typeof sent === 'string' ? sent.trim() : sent
  const size = typeof value === 'string' ? [...value].length : value
  if (choices !== undefined && !choices.includes(String(value))) refuseFields(name)
  if ((least !== undefined && size < least) || (most !== undefined && size > most)) refuseFields(name)
  if (name !== 'amount') return value
  const amount = readWireAmount(Number(value))
  return amount.ok && (amount.amountMinor > 0 || least === 0) ? amount.amountMinor : refuseFields(name)
}
