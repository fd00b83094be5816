declare module 'subset-font' {
  interface Options {
    readonly targetFormat?: 'woff2' | 'woff' | 'sfnt'
    readonly variationAxes?: Readonly<Record<string, number | { min: number; max: number; default?: number }>>
  }
  /** Keeps the glyphs of a text. Returns the font in the target format. */
  export default function subsetFont(font: Buffer, text: string, options?: Options): Promise<Buffer>
}
