/** One text in the three languages of the product. */
export interface ErrorText {
  readonly th: string
  readonly lo: string
  readonly en: string
}
