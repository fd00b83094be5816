import { makeJoiner } from '@krapao/web/join-words'
import { glossary } from './glossary.ts'

/** Keeps the words of the glossary whole in what operator, staff and robot write: browsers would break a line inside. */
export const joined: (text: string) => string = makeJoiner(glossary)
