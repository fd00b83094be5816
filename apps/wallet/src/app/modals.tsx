import type { ComponentType } from 'react'
import type { ModalName, ModalProps } from '../lib/modals.ts'
import type { TextGroup } from '../lib/texts/text-values.ts'
import { MessageDialog } from './message-dialog.tsx'

/** What draws a modal, and the texts that it needs beyond those of members' pages; both are fetched together. */
export interface ModalPart<Name extends ModalName> {
  readonly texts: readonly TextGroup[]
  readonly load: () => Promise<ComponentType<ModalProps<Name>>>
}

/** Which feature draws which modal. Anything opens one by its name, with `openModal` of lib. */
export const modalParts: { readonly [Name in ModalName]?: ModalPart<Name> } = {
  conditions: {
    texts: [],
    load: async () => (await import('../features/conditions/conditions-sheet.tsx')).ConditionsSheet,
  },
  // Says what went wrong, also when nothing can be fetched.
  message: { texts: [], load: async () => MessageDialog },
}
