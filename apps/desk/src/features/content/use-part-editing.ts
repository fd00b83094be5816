import { type ContentProblem, isBlank } from '@krapao/contract'
import { CallError, serverNowMs, timeOf } from '@krapao/web'
import { useQueryClient } from '@tanstack/react-query'
import { useIntent } from '../../lib/intent.ts'
import { refusedFields } from '../../lib/refused-fields.ts'
import { showToast } from '../../ui/toast.tsx'
import type { PartRead, PartStanding } from './content.api.ts'
import { sendVersion } from './content.api.ts'
import { fieldPath, isAlike } from './content-documents.ts'
import { useContentTexts } from './content-words.ts'

const blank = { document: '', base: '', publishAt: '', note: '' }

export type PartEditing = ReturnType<typeof usePartEditing>

/** A part in the form: what is typed, what of it is wrong, and how it becomes a version. */
export function usePartEditing({
  standing,
  read,
  isStale,
}: {
  standing: PartStanding
  read: PartRead
  isStale: boolean
}) {
  const { words } = useContentTexts()
  const client = useQueryClient()
  const { part } = standing
  const intent = useIntent(`content ${part}`, {
    send: sendVersion(part),
    onDone: ({ outcome, number }) => {
      // A time that is over by now was now.
      const isPlanned = publishAt !== null && Date.parse(publishAt) > serverNowMs()
      const id = outcome === 'proposed' ? 'done.proposed' : isPlanned ? 'done.planned' : 'done.published'
      showToast('done', words(id, { n: number ?? 0 }))
      // What was written stays in the form while its answer is asked for.
      if (id === 'done.published' && number !== null) {
        client.setQueriesData<PartRead>({ queryKey: ['content', part] }, (known) =>
          known === undefined ? undefined : { ...known, number, document },
        )
      }
      void client.invalidateQueries({ queryKey: ['content'] })
    },
  })
  const { isPending, isUnknown, error } = intent
  const values = { ...blank, ...intent.values }
  const isBegun = values.document !== ''
  const document: unknown = isBegun ? JSON.parse(values.document) : read.document
  // What was begun was begun on a version; nobody's later one is written over unseen.
  const base = values.base === '' ? read.number : Number(values.base)
  const hasMoved = base !== read.number
  const publishAt = timeOf(values.publishAt)
  const isLocked = !standing.mayChange || standing.proposalId !== null || isPending || isUnknown
  const isDirty = !isAlike(document, read.document)
  const canSend = !isPending && !isStale && !(hasMoved && !isUnknown) && (isUnknown || (isDirty && !isLocked))
  return {
    intent,
    values,
    document,
    publishAt,
    isBegun,
    hasMoved,
    isLocked,
    canSend,
    /** Whether there is anything to drop. */
    isTouched: isDirty || values.publishAt !== '' || values.note !== '',
    refused: refusalOf(error),
    change: (next: unknown): void => intent.change({ document: JSON.stringify(next), base: String(base) }),
    /** Keeps what is typed, now upon the version that has come meanwhile. */
    keep: (): void => intent.change({ base: String(read.number) }),
    drop: (): void => intent.change(blank),
    send(): void {
      const note = isBlank(values.note) ? null : values.note.trim()
      if (canSend) void intent.run({ document, number: base, publishAt, note })
    },
  }
}

/** The fields that the server found wrong, and why where it says so. */
function refusalOf(error: unknown): { fields: readonly string[]; why: ContentProblem | null } {
  if (!(error instanceof CallError) || error.status !== 422) return { fields: [], why: null }
  const { problem } = error.details
  return { fields: refusedFields(error).map(fieldPath), why: (problem as ContentProblem | undefined) ?? null }
}
