import { formatAmount } from '@krapao/money'
import { type Command, CommandError } from '../../platform/commands/index.ts'
import { readHistory } from '../members/index.ts'
import { findMovement } from './find-movement.ts'
import { readReceiptNumber, receiptNumber } from './receipt-number.ts'
import { readMovements } from './statement.ts'
import type { StatementsParts } from './statements.parts.ts'

/** How support finds the movement that a member shows a receipt of. */
export function statementsCommands(parts: StatementsParts): Command[] {
  const { database } = parts
  return [
    {
      name: 'movements find',
      usage: 'NUMBER - the movement of a receipt: its number (KP-…), as a member reads it out, or its id',
      async run(words) {
        const text = words.join(' ')
        if (text.trim() === '') throw new CommandError('Name the number on the receipt, such as KP-1DXR-0K00-00HA.')
        const found = await findMovement(parts, text)
        const [movement] =
          found === null
            ? []
            : await readMovements(parts.database, parts.doors, {
                ...found,
                fromNumber: found.number,
                toNumber: found.number,
              })
        if (found === null || movement === undefined) {
          const isNumber = readReceiptNumber(text) !== null
          throw new CommandError(
            isNumber ? 'There is no movement of this number.' : 'This is no receipt number: one of its signs is wrong.',
          )
        }
        const { memberNumber, username, name } = await readHistory(database, found.memberId)
        const { kind, from, to, amountMinor, status, createdAt, descriptor, id, number } = movement
        return [
          `${receiptNumber({ memberNumber, movementNumber: number })}  ${kind}  ${status}`,
          `${formatAmount(amountMinor)} baht  ${from} -> ${to}  ${createdAt.toISOString()}`,
          ...(descriptor === undefined ? [] : [`${descriptor.of}: ${descriptor.description.en}`]),
          `member ${memberNumber}  ${username}  ${name}`,
          `id ${id}`,
        ].join('\n')
      },
    },
  ]
}
