import type { OfferDraft } from '@krapao/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useIntent } from '../../lib/intent.ts'
import { leave } from '../../lib/place.ts'
import { refusedFields } from '../../lib/refused-fields.ts'
import { usePlaceTexts } from '../../lib/texts/texts.ts'
import { showToast } from '../../ui/toast.tsx'
import table from './bonuses-texts.json' with { type: 'json' }
import type { Named, OfferRead } from './bonuses.api.ts'
import { saveDraft } from './bonuses.api.ts'
import { readOffer, valuesOf } from './offer-values.ts'

const CODE = /^[A-Z0-9_-]{1,64}$/

export type OfferEditing = ReturnType<typeof useOfferEditing>

/** An offer in the form: what is typed, what of it is wrong, and how it is saved as a draft. */
export function useOfferEditing(named: Named, read: OfferRead, isNew: boolean) {
  const { draft, versions } = read
  const { words } = usePlaceTexts(table)
  const client = useQueryClient()
  const [isChecked, setIsChecked] = useState(false)
  /** Takes over the draft as the server has it by now. */
  const show = (next: OfferDraft): void =>
    void client.setQueryData(['bonuses', named.source, named.code], { ...read, draft: next })
  const save = useIntent(`offer ${named.source} ${isNew ? 'new' : named.code}`, {
    send: saveDraft,
    onDone: ({ draft: next }) => {
      showToast('done', words('bonuses.savedToast'))
      setIsChecked(false)
      show(next)
      void client.invalidateQueries({ queryKey: ['bonuses'] })
      if (isNew)
        leave({ page: 'bonuses', offer: { source: named.source, code: 'new' } }, { page: 'bonuses', offer: named })
    },
  })
  const begun = draft?.offer ?? versions[0]?.offer ?? null
  const kept = valuesOf(begun)
  const values = { ...kept, ...save.values }
  const { offer, wrong } = readOffer(named.source, values, begun?.banners ?? [])
  const isCodeGood = CODE.test(named.code)
  const isWhole = wrong.length === 0 && isCodeGood
  const refused = refusedFields(save.error)
  return {
    save,
    show,
    values,
    offer,
    isWhole,
    /** Whether anything in the form is not in the draft. */
    isDirty: draft === null || Object.entries(values).some(([field, value]) => kept[field] !== value),
    // What is missing is said once somebody has tried to save.
    wrong: isChecked ? [...wrong, ...refused] : refused,
    isCodeWrong: isChecked && !isCodeGood,
    send(): void {
      setIsChecked(true)
      const { source, code } = named
      if (save.isUnknown || isWhole) void save.run({ source, code, revision: draft?.revision ?? null, ...offer })
    },
  }
}
