/** Which rooms a list of the desk shows; `open` are all that have not ended. */
export const DESK_BOXES = ['waiting', 'mine', 'open', 'ended'] as const
export type DeskBox = (typeof DESK_BOXES)[number]

/** Rooms of a page of the inbox, and rows of a page of the audit. */
export const DESK_PAGE_SIZE = 30

/** How many buttons a message may have, quick replies, and cards. */
export const DESK_BUTTONS_MAX = 6
export const DESK_QUICK_REPLIES_MAX = 12
export const DESK_CARDS_MAX = 10

export const BUTTON_TYPES = ['web', 'call', 'postback', 'text'] as const
export type ButtonType = (typeof BUTTON_TYPES)[number]

/** Whether an address may stand behind a button: the web, or mail (decisions 3.8). */
export function isButtonAddress(address: string): boolean {
  return URL.canParse(address) && ['http:', 'https:', 'mailto:'].includes(new URL(address).protocol)
}

/** Whether a number can be dialled: digits, and what people write between them. */
export function isButtonNumber(number: string): boolean {
  return /^\+?\d[\d -]{1,24}$/.test(number)
}
