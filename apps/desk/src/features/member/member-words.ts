import { deviceNameOf } from '@krapao/web'
import { usePlaceTexts } from '../../lib/texts/texts.ts'
import deedTexts from '../../lib/texts/deed-texts.json'
import memberTexts from './member-texts.json'

const table = { ...deedTexts, ...memberTexts }

export type MemberTexts = ReturnType<typeof useMemberTexts>

/** The texts of this place. */
export function useMemberTexts() {
  return usePlaceTexts(table)
}

/** "Chrome on Android": a device by what people call it. */
export function deviceText({ words }: MemberTexts, userAgent: string | null): string {
  const name = deviceNameOf(userAgent)
  return name === undefined ? words('sessions.unknown') : words('sessions.name', { ...name })
}
