import { useEffect, useRef } from 'react'
import type { Texts } from '../../lib/texts/texts.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { showToast } from '../../ui/toast.tsx'

/** Reads aloud what has settled since the rows were told before; those who see notice it by colour and word. */
export function useSpokenSettling<Row>(
  rows: readonly Row[] | undefined,
  settledSince: (before: readonly Row[], now: readonly Row[]) => readonly Row[],
  textOf: (texts: Texts, row: Row) => string,
): void {
  const texts = useTexts()
  const before = useRef<readonly Row[]>([])
  useEffect(() => {
    if (rows === undefined) return
    for (const row of settledSince(before.current, rows)) showToast('spoken', textOf(texts, row))
    before.current = rows
  }, [rows, texts, settledSince, textOf])
}
