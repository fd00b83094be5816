/** Whether two things that a bank may show in part are one. */
export type Likeness = 'match' | 'no' | 'indeterminate'

/** What stands beside a person's or a company's name wherever it is written, and tells nobody apart. */
const TITLES = new Set(
  [
    'MR MRS MS MISS MASTER DR KHUN CO COMPANY LTD LIMITED PCL PUBLIC',
    'นาย นาง นางสาว คุณ ดร บจก บมจ หจก บริษัท จำกัด มหาชน ท้าว',
    'ທ້າວ ນາງ ນາງສາວ ທ່ານ ບໍລິສັດ ຈຳກັດ',
  ].flatMap((words) => words.split(' ')),
)
/** Letters that stand for a title before a name; behind it they are what is left of a surname. */
const SHORT_TITLES = new Set(['น', 'ส', 'ด', 'ช', 'ญ'])
/** In Thai and Lao a title may stand before the name without a space. */
const TITLE_AHEAD = /^\s*(นางสาว|นาย|นาง|คุณ|น\.\s?ส\.|ด\.\s?[ชญ]\.|ดร\.|บริษัท|บจก\.?|บมจ\.?|หจก\.?|ທ້າວ|ນາງສາວ|ນາງ|ທ່ານ)/u

/** What a bank writes in place of letters. A row of x at a word's end is no name either. */
const MASK = /[*•●○#_×]+|x{3,}$/giu
/** A name that shows fewer letters than this could be anybody's. */
const SHOWN_LETTERS_MIN = 2
/** A name of more words is none that can be compared: each could stand for each. */
const WORDS_MAX = 8

type Script = 'thai' | 'lao' | 'latin' | 'other'

/**
 * Whether names that a bank tells of a person, one or one for each script, can be those of an account. Each is held
 * against the account's own when it is written in the same letters. Masked letters and what is cut off agree with
 * anything; titles and the order of words do not count. `indeterminate`: nothing that could be compared was told.
 */
export function compareNames(told: readonly string[], own: string): Likeness {
  const found = told.map((name) => compareName(name, own))
  if (found.includes('no')) return 'no'
  return found.includes('match') ? 'match' : 'indeterminate'
}

function compareName(told: string, own: string): Likeness {
  const found = readings(told).flatMap((one) => readings(own).map((other) => compareWords(one, other)))
  if (found.includes('match')) return 'match'
  return found.length === 0 || found.includes('indeterminate') ? 'indeterminate' : 'no'
}

function compareWords(told: readonly string[], own: readonly string[]): Likeness {
  if (told.length === 0 || own.length === 0) return 'indeterminate'
  const scripts = new Set([...told, ...own].filter((word) => lettersOf(word) > 0).map(scriptOf))
  const shown = told.reduce((sum, word) => sum + lettersOf(word), 0)
  if (scripts.size !== 1 || shown < SHOWN_LETTERS_MIN) return 'indeterminate'
  // Written in one, as Thai names may be.
  if (told.join('') === own.join('')) return 'match'
  return standsFor(told, own) ? 'match' : 'no'
}

/** Whether each word that is told can be another one of the account's. */
function standsFor(told: readonly string[], own: readonly string[]): boolean {
  const [word, ...others] = told
  if (word === undefined) return true
  return own.some((other, index) => isCutOf(word, other) && standsFor(others, own.toSpliced(index, 1)))
}

/** Whether a word, perhaps masked and cut, can be a whole one: its runs of letters stand there in their order. */
function isCutOf(word: string, whole: string): boolean {
  const [first = '', ...rest] = word.split('*')
  if (!whole.startsWith(first)) return false
  let from = first.length
  for (const run of rest) {
    const at = whole.indexOf(run, from)
    if (at < 0) return false
    from = at + run.length
  }
  return true
}

/**
 * Whether a name that a bank tells of the operator's own account, often without its end, is that account's: each word is
 * one of the account's or begins one, its first name is there whole, and of its second at least the beginning. Money is
 * given for it, so a part that many share is not enough, and neither is a name in other letters.
 */
export function namesAgree(told: string, own: string): boolean {
  const besides = rawWordsOf(own).filter((word) => TITLES.has(word))
  return readings(told).some((all) =>
    readings(own).some((ours) => {
      const [first] = ours
      // What a title was cut to is no part of the name either.
      const words = all.filter((word) => isBeginningOf(word, ours) || !isBeginningOf(word, besides))
      if (first === undefined || !words.includes(first) || words.some((word) => word.includes('*'))) return false
      return words.length >= Math.min(2, ours.length) && standsFor(words, ours)
    }),
  )
}

function isBeginningOf(word: string, whole: readonly string[]): boolean {
  return whole.some((other) => other.startsWith(word))
}

/** The words of a name without titles; two ways where it begins like a title that stands before it without a space. */
function readings(name: string): string[][] {
  // In capitals without accents, however wide they are written.
  const plain = name.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')
  const written = [plain.replace(TITLE_AHEAD, ''), plain].map(wordsWithoutTitles)
  const seen = new Map(written.map((words) => [words.join(' '), words]))
  return [...seen.values()].filter((words) => words.length > 0 && words.length <= WORDS_MAX)
}

function rawWordsOf(plain: string): string[] {
  return (plain.match(/[\p{L}\p{M}\p{N}*•●○#_×]+/gu) ?? []).map((word) => word.replaceAll(MASK, '*').toUpperCase())
}

function wordsWithoutTitles(plain: string): string[] {
  const words = rawWordsOf(plain)
  const start = words.findIndex((word) => !TITLES.has(word) && !SHORT_TITLES.has(word))
  return words.slice(Math.max(0, start)).filter((word) => !TITLES.has(word))
}

function lettersOf(word: string): number {
  return (word.match(/[\p{L}\p{N}]/gu) ?? []).length
}

function scriptOf(word: string): Script {
  if (/\p{Script=Thai}/u.test(word)) return 'thai'
  if (/\p{Script=Lao}/u.test(word)) return 'lao'
  return /\p{Script=Latin}/u.test(word) ? 'latin' : 'other'
}
