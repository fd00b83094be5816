import type { AnswerOf, calls } from '@krapao/contract'
import { observed } from '@krapao/web'
import { useEffect } from 'react'
import { callApi } from './api/call-api.ts'
import { useTexts } from './texts/texts.ts'

/** Name and address of the operator's website, as the info lookup says them. */
export type SiteInfo = AnswerOf<typeof calls.lookupInfo>

const info = observed<SiteInfo | undefined>(undefined)

/** The website's name and address; undefined until they came, and without a word when they never come. */
export function useSiteInfo(): SiteInfo | undefined {
  const { language } = useTexts()
  useEffect(() => {
    void fetchInfo(language)
  }, [language])
  return info.use()
}

let asked: string | undefined

async function fetchInfo(language: string): Promise<void> {
  if (asked === language) return
  asked = language
  try {
    info.set(await callApi<typeof calls.lookupInfo>('GET', '/api/lookup/info'))
  } catch {
    asked = undefined
  }
}
