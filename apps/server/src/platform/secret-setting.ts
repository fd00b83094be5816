import { readFileSync } from 'node:fs'

/**
 * A secret that is set as it is or by the file that holds it, as containers and service managers hand secrets over; null
 * when it is not set. Throws in one sentence, without the secret, when both are set or the file cannot be read.
 */
export function secretSetting(name: string, given: string | null, file: string | null): string | null {
  if (file === null) return given
  if (given !== null) throw new Error(`${name} and ${name}_FILE are both set; one of them is enough.`)
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new Error(`${name}_FILE names ${file}, which cannot be read: ${(error as NodeJS.ErrnoException).code}.`, {
      cause: error,
    })
  }
  if (text === '') throw new Error(`${name}_FILE names ${file}, which is empty.`)
  return text
}
