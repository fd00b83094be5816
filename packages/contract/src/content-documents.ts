// What the parts of the content say, in the form of the file that furnishes the product: the desk writes it, and the wallet
// shows it before anybody else sees it.

type InThree<Said> = Readonly<Record<'th' | 'lo' | 'en', Said>>
export type ContentWords = InThree<string>
export type ContentParagraphs = InThree<readonly string[]>

export interface ContentBanner {
  readonly image: string
  readonly html: ContentWords
}

export interface ContentGame {
  readonly code: string
  readonly names: ContentWords
  readonly logo: string
  readonly background: string
  readonly maintenance: boolean
}

/** An account that members pay in to. */
export interface ContentAccount {
  readonly id: string
  readonly kind: 'bank' | 'wallet'
  readonly bankCode?: string
  readonly mode: string
  readonly bankType?: string
  readonly accountName: string
  readonly accountNo?: string | null
  readonly currency: 'BAHT' | 'LAK'
  readonly qr?: {
    readonly minimumMinor: number
    readonly presetsMinor: readonly number[]
    readonly collector?: string
  } | null
}
