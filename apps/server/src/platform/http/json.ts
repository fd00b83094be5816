const decoder = new TextDecoder('utf-8', { fatal: true })

/** Reads a JSON body; no bytes at all are no body. @returns false for what is not UTF-8 or not JSON. */
export function readJson(bytes: Buffer | undefined): { value: unknown } | false {
  if (bytes === undefined || bytes.length === 0) return { value: undefined }
  try {
    return { value: JSON.parse(decoder.decode(bytes)) }
  } catch {
    return false
  }
}

/** JSON with the keys of objects in order: equal values make equal texts. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`
}
