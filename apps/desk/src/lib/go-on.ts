import { mayGoOn } from '@krapao/contract'
import { goingOn } from '@krapao/web'
import table from './texts/away-texts.json' with { type: 'json' }
import { readTexts } from './texts/texts.ts'

export const goOn = goingOn(mayGoOn, () => Promise.resolve(table.away[readTexts().language]))
