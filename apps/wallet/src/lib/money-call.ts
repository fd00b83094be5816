import type { Code } from '@krapao/contract'
import { isDefiniteNo, referenceOf } from '@krapao/contract'
import { CallError, newIdempotencyKey } from '@krapao/web'
import { errorText } from './api/api-error.ts'
import type { Message } from './modals.ts'
import type { Texts } from './texts/texts.ts'

/**
 * What is known of a call that moves money. `refused`: a definite no, nothing moves any more under its key. `unknown`:
 * it may have moved or may yet, and is asked about under the same key.
 */
export type MoneyCallEnd<Answer> = { readonly end: 'done'; readonly answer: Answer } | OpenEnd

/** A call that was not done, or of which nobody knows; by its reference support finds it. */
export interface OpenEnd {
  readonly end: 'refused' | 'unknown'
  readonly error: CallError
  readonly reference: string
}

/** What may have happened, the same for every call that moves money. */
async function endOf<Answer>(
  refusals: readonly Code[],
  key: string,
  call: (key: string) => Promise<Answer>,
): Promise<MoneyCallEnd<Answer>> {
  try {
    return { end: 'done', answer: await call(key) }
  } catch (thrown) {
    const error = thrown instanceof CallError ? thrown : new CallError({ kind: 'unreadable' })
    return { end: isDefiniteNo(error, { refusals }) ? 'refused' : 'unknown', error, reference: referenceOf(key) }
  }
}

/** Whether there is more to say of a failed call than that no answer came: the server's message, or that no network is there. */
export function isSaid({ kind, code, status }: CallError): boolean {
  return kind === 'offline' || (kind === 'refused' && code !== '' && status < 500)
}

/** The words for a reference. They come with those of refusals; without them it stands for itself. */
export function referenceText({ find }: Texts, reference: string): string {
  return find('money.reference', { reference }) ?? reference
}

/**
 * What a dialog says of a call that has not brought what was wanted: after a no, why, that the money is all there and may
 * be moved anew; where nobody knows, that, and what asks about it without doing it twice. Support is told the reference.
 *
 * @param title over a no.
 * @param unknownText what to do while nothing is known.
 */
export function openEndMessage(
  texts: Texts,
  { end, error, reference }: OpenEnd,
  { title, text = errorText(texts, error), unknownText }: { title: string; text?: string; unknownText: string },
): Message {
  const named = { reference: referenceText(texts, reference) }
  if (end === 'refused') {
    const money = texts.find('money.safe')
    return { kind: 'failed', title, text, ...(money === undefined ? {} : { money }), ...named }
  }
  const said = error.kind === 'refused' && error.code !== '' ? { text, money: unknownText } : { text: unknownText }
  return { kind: 'waiting', title: texts.t('result.unknownTitle'), ...said, ...named }
}

/** One wish of a reader's that moves money. Every call that moves money goes out by one. */
export interface MoneyWish {
  /**
   * Sends it, once at a time: undefined while it is on its way already, as after a double tap. Until the server has said
   * yes or no the same content goes out under the same key.
   *
   * @param refusals the codes that the contract documents for this call.
   * @param isOver whether an answer is its end, where one may also say that it is under way.
   */
  readonly send: <Answer>(
    content: string,
    refusals: readonly Code[],
    call: (key: string) => Promise<Answer>,
    isOver?: (answer: Answer) => boolean,
  ) => Promise<MoneyCallEnd<Answer> | undefined>
}

/** Begins a wish, or goes on with one that was sent before. */
export function createMoneyWish(last?: { readonly content: string; readonly key: string }): MoneyWish {
  let open = last
  let isSending = false
  return {
    send: async (content, refusals, call, isOver = () => true) => {
      if (isSending) return undefined
      isSending = true
      if (open?.content !== content) open = { content, key: newIdempotencyKey() }
      const end = await endOf(refusals, open.key, call)
      isSending = false
      if (end.end === 'done' ? isOver(end.answer) : end.end === 'refused') open = undefined
      return end
    },
  }
}

/** Who sends a wish. His token changes with his password and with each login; who he is, home tells, perhaps later. */
export interface WishOwner {
  readonly token: string | null
  readonly memberId: string | undefined
}

/**
 * Finds the wish that goes by a name, for one member: what is sent again after its sheet was closed, the password changed
 * or the session renewed is the same wish still. Another member's wish is another one.
 */
export function createWishBook(): (name: string, owner: WishOwner) => MoneyWish {
  const entries = new Map<string, { readonly owner: WishOwner; readonly wish: MoneyWish }>()
  return (name, { token, memberId }) => {
    const last = entries.get(name)
    const isSame = last !== undefined && (last.owner.token === token || isMember(last.owner.memberId, memberId))
    const owner = { token, memberId: memberId ?? (isSame ? last.owner.memberId : undefined) }
    const wish = isSame ? last.wish : createMoneyWish()
    entries.set(name, { owner, wish })
    return wish
  }
}

const isMember = (one: string | undefined, other: string | undefined): boolean => one !== undefined && one === other
