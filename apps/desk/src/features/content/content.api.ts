import type { AnswerOf, ContentPart, desk } from '@krapao/contract'
import { UPLOAD_TIMEOUT_MS } from '@krapao/contract'
import { callDesk, sender } from '../../lib/call.ts'
import { useRead } from '../../lib/use-read.ts'

export type Overview = AnswerOf<typeof desk.deskContent>
export type PartStanding = Overview['parts'][number]
export type PartRead = AnswerOf<typeof desk.deskContentPart>

/** How often it is asked whether somebody else has published: less than it takes to write a line. */
const LOOK_EVERY_MS = 5_000

/** How all parts stand. */
export const useContent = () =>
  useRead<typeof desk.deskContent>(['content'], '/api/desk/content', {
    refetchInterval: LOOK_EVERY_MS,
  })

/** One part with its versions; asked for anew when the part stands otherwise. */
export const usePart = ({ part, standing, scheduled, failed }: PartStanding) =>
  useRead<typeof desk.deskContentPart>(
    ['content', part, standing?.number, scheduled?.number, failed?.number],
    `/api/desk/content/${part}`,
    {
      placeholderData: (before) => (before?.part === part ? before : undefined),
    },
  )

/** What a version says. */
export async function readVersion(part: ContentPart, number: number): Promise<unknown> {
  const path = `/api/desk/content/${part}/${number}` as const
  return (await callDesk<typeof desk.deskContentVersion>('GET', path)).document
}

/** Publishes, plans or proposes. */
export const sendVersion = (part: ContentPart) =>
  sender<typeof desk.deskPublishContent>('POST', `/api/desk/content/${part}`)

/** Takes back what waits for its time. */
export const withdrawVersion = (part: ContentPart) =>
  sender<typeof desk.deskWithdrawContent>('POST', `/api/desk/content/${part}/withdraw`)

/** Keeps a picture; what it is called from now on is its path. */
export function uploadPicture(file: File): Promise<AnswerOf<typeof desk.deskContentPicture>> {
  const form = new FormData()
  form.append('file', file, file.name)
  return callDesk<typeof desk.deskContentPicture>('POST', '/api/desk/content-pictures', {
    form,
    timeoutMs: UPLOAD_TIMEOUT_MS,
  })
}
