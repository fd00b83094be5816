import type { AnswerOf, calls } from '@krapao/contract'
import type { Identity } from '../../platform/http/index.ts'
import { ownRequests } from './data-requests.ts'
import { accountsOf, openThings } from './erasure.ts'
import { EXPORT_EVERY_MS } from './export.ts'
import { type ExportRow, readExport } from './export.store.ts'
import type { PrivacyParts } from './privacy.parts.ts'

type Answer = AnswerOf<typeof calls.privacyData>

function exportOf({ clock, files }: PrivacyParts, row: ExportRow | null, isOwner: boolean): Answer['export'] {
  if (row === null) return null
  const { memberId: owner, askedAt, readyAt, jsonFileId, csvFileId } = row
  const expiresAt = new Date(askedAt.getTime() + EXPORT_EVERY_MS)
  const isOver = clock.now() >= expiresAt
  const link = (id: string | null) => (id === null || isOver || !isOwner ? null : files.link({ id, owner }))
  return {
    state: readyAt === null ? 'making' : isOver ? 'expired' : 'ready',
    askedAt: askedAt.toISOString(),
    expiresAt: readyAt === null ? null : expiresAt.toISOString(),
    json: link(jsonFileId),
    csv: link(csvFileId),
  }
}

/**
 * Consents, the last copy of his data, and what stands in the way of erasing it. Where the copy can be fetched is told to
 * who has just shown that it is he, as whoever asks for it has: a token alone does not open it.
 */
export async function readData(parts: PrivacyParts, member: Identity): Promise<Answer> {
  const { database, clock, protection, members } = parts
  const { memberId } = member
  const [consents, row, open, requests, isOwner] = await Promise.all([
    protection.consents(database, memberId),
    readExport(database, memberId),
    accountsOf(parts, memberId).then((accounts) => openThings(parts, database, memberId, accounts)),
    ownRequests(parts, memberId),
    members.isOwner(member),
  ])
  const next = row === null ? clock.now() : new Date(row.askedAt.getTime() + EXPORT_EVERY_MS)
  return {
    consents: consents.map(({ channel, givenAt }) => ({ channel, givenAt: givenAt?.toISOString() ?? null })),
    export: exportOf(parts, row, isOwner),
    nextExportAt: next.toISOString(),
    erasure: { open },
    requests,
  }
}
