/** What stands before a person's name or beside a company's, and tells nobody apart. */
const TITLES = new Set(
  [
    'MR MRS MS MISS MASTER CO COMPANY LTD LIMITED PCL PUBLIC',
    'นาย นาง นางสาว น ส ด ช ญ บจก บมจ หจก บริษัท จำกัด มหาชน ท้าว นาง',
    'ທ້າວ ນາງ ບໍລິສັດ ຈຳກັດ',
  ].flatMap((words) => words.split(' ')),
)
/** In Thai a title may stand before the name without a space. */
const TITLE_AHEAD = /^\s*(นางสาว|นาย|นาง|น\.\s?ส\.|บริษัท|บจก\.?|บมจ\.?|หจก\.?)/

/**
 * Whether a name that a bank tells, often without its end, can be that of an account: each word is one of the account's
 * or begins one, and its first name is there whole. Titles do not count. A name in other letters never agrees, for
 * nobody can tell.
 */
export function namesAgree(told: string, own: string): boolean {
  const ours = wordsOf(own)
  const [first] = ours.filter((word) => !TITLES.has(word))
  const words = wordsOf(told).filter((word) => !TITLES.has(word))
  return (
    first !== undefined && words.includes(first) && words.every((word) => ours.some((other) => other.startsWith(word)))
  )
}

/** In capitals without accents, however wide they are written. */
function wordsOf(name: string): string[] {
  const plain = name.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')
  return (
    plain
      .replace(TITLE_AHEAD, '')
      .toUpperCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  )
}
