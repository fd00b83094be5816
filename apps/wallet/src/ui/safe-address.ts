/** An address that may be followed or shown, or undefined. Relative ones are the operator's own. */
export function safeAddress(address: string | null, schemes: readonly string[]): string | undefined {
  if (address === null || address.trim() === '') return undefined
  try {
    const url = new URL(address, location.origin)
    return schemes.includes(url.protocol) ? url.href : undefined
  } catch {
    return undefined
  }
}

/** The address of a banner's picture, or undefined when it is none that may be shown. */
export function pictureOf(banner: { readonly image: string } | undefined): string | undefined {
  return safeAddress(banner?.image ?? null, ['http:', 'https:', 'data:'])
}
