import type { DeskRoom } from '@krapao/contract'
import type { Texts } from './texts/texts.ts'

/** How a customer is called: by name, by username, or as a guest by a few letters of the id, which alone say nothing. */
export function roomName(
  { roomId, kind, name, phone }: Pick<DeskRoom, 'roomId' | 'kind' | 'name' | 'phone'>,
  t: Texts['t'],
): string {
  if (name !== null && name.trim() !== '') return name
  if (kind === 'guest') return t('room.guestName', { code: roomId.slice(-4).toUpperCase() })
  return phone ?? t('room.noName')
}
