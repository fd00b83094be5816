import type { AnswerOf, calls } from '@krapao/contract'
import { useEffect, useSyncExternalStore } from 'react'
import { callApi } from './api/call-api.ts'
import { useTexts } from './texts/texts.ts'

/** Name and address of the operator's website, as the info lookup says them. */
export type SiteInfo = AnswerOf<typeof calls.lookupInfo>

let info: SiteInfo | undefined
const listeners = new Set<() => void>()

/** The website's name and address; undefined until they came, and without a word when they never come. */
export function useSiteInfo(): SiteInfo | undefined {
  const { language } = useTexts()
  useEffect(() => {
    void fetchInfo(language)
  }, [language])
  return useSyncExternalStore(watchInfo, () => info)
}

let asked: string | undefined

async function fetchInfo(language: string): Promise<void> {
  if (asked === language) return
  asked = language
  try {
    info = await callApi<typeof calls.lookupInfo>('GET', '/api/lookup/info')
    for (const listener of listeners) listener()
  } catch {
    asked = undefined
  }
}

function watchInfo(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
