import { type AnswerOf, type desk, inAsciiDigits, searchWords } from '@krapao/contract'
import { maskedPhone, type MemberCard } from '../../members/index.ts'
import type { BackofficeParts } from '../backoffice.parts.ts'

type Row = AnswerOf<typeof desk.deskSearch>['rows'][number]
type Found = Pick<MemberCard, 'id' | 'memberNumber' | 'name' | 'username'>

const ROWS_MAX = 20

/**
 * Members whom some words name: first those whom they name exactly, by what each module knows of its own, then those whose
 * names hold them. Each once, by the first reason that found him.
 */
export async function search(
  { database, members, statements, cashier }: BackofficeParts,
  typed: string,
): Promise<AnswerOf<typeof desk.deskSearch>> {
  const name = searchWords(typed)
  // With the digits that numbers are kept in.
  const words = inAsciiDigits(name)
  const [own, movement, referred, named] = await Promise.all([
    members.findExactly(words),
    statements.findMovement(words),
    cashier.membersOfReference(database, words),
    members.findByName(name),
  ])
  const others = [
    ...(movement === null ? [] : [{ id: movement.memberId, why: /^kp/i.test(words) ? 'receipt' : 'id' } as const]),
    ...referred.map((id) => ({ id, why: 'reference' }) as const),
  ]
  const cards = await members.cards(
    database,
    others.map(({ id }) => id),
  )
  const rows = new Map<string, Row>()
  const add = (found: Found, why: Row['why']): void => {
    if (rows.size >= ROWS_MAX || rows.has(found.id)) return
    const { id, memberNumber, username } = found
    rows.set(id, { memberId: id, memberNo: String(memberNumber), name: found.name, phone: maskedPhone(username), why })
  }
  for (const found of own) add(found, found.why)
  for (const { id, why } of others) {
    const found = cards.get(id)
    if (found) add(found, why)
  }
  for (const found of named) add(found, 'name')
  return { rows: [...rows.values()] }
}
