import deedTexts from '../../lib/texts/deed-texts.json' with { type: 'json' }
import subjectTexts from '../../lib/texts/subject-texts.json' with { type: 'json' }
import problemTexts from '../../lib/texts/problem-texts.json' with { type: 'json' }
import type { PlaceTexts } from '../../lib/texts/texts.ts'
import auditTexts from './audit-texts.json' with { type: 'json' }

/** All that the log is told in. */
export const table = { ...deedTexts, ...subjectTexts, ...problemTexts, ...auditTexts }
export type AuditTexts = Pick<PlaceTexts<keyof typeof table>, 't' | 'words' | 'has' | 'language'>
