declare module 'fontverter' {
  /** Converts a font file; the source's format is found by its signature. */
  export function convert(font: Buffer, toFormat: 'truetype' | 'woff' | 'woff2'): Promise<Buffer>
}
