import type { ContentProblem } from '@krapao/contract'
import problemTexts from '../../lib/texts/problem-texts.json' with { type: 'json' }
import { usePlaceTexts } from '../../lib/texts/texts.ts'
import subjectTexts from '../../lib/texts/subject-texts.json' with { type: 'json' }
import placeTexts from './content-texts.json' with { type: 'json' }

const table = { ...placeTexts, ...subjectTexts, ...problemTexts }

/** The texts of this place. */
export function useContentTexts() {
  return usePlaceTexts(table)
}
export type ContentTexts = ReturnType<typeof useContentTexts>

/** Why a version could not stand, in words. */
export function problemText({ code, facts }: ContentProblem, { words }: Pick<ContentTexts, 'words'>): string {
  return words(`problem.${code}`, facts)
}

/** What a form of a part is given: what it says, what of it cannot be, and whom to tell of changes. */
export interface FormProps<Document> {
  readonly document: Document
  /** What is wrong with the field of a path such as `0.names.lo`, in words. */
  readonly wrong: (path: string) => string | undefined
  readonly onChange: (document: Document) => void
}
