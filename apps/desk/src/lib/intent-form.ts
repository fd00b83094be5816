import type { Problems } from './checked.ts'
import { useChecked } from './checked.ts'
import type { useIntent } from './intent.ts'
import { useTexts } from './texts/texts.ts'

/** An intent, whatever answers it. */
export type AnyIntent = ReturnType<typeof useIntent<never>>

/**
 * The form of an intent: its fields are locked while it is on its way, what is wrong with them is said once it was tried, and
 * what may have arrived goes again as it was.
 *
 * @param problems what is wrong with each field, in words; null where nothing is.
 */
export function useIntentForm<Field extends string>(intent: AnyIntent, problems: Problems<Field>) {
  const { t } = useTexts()
  const { values, isPending, isUnknown, change, run } = intent
  const { errorOf: wrongOf, check, uncheck } = useChecked(problems)
  const isLocked = isPending || isUnknown
  const errorOf = (name: Field): string | undefined => (isUnknown ? undefined : wrongOf(name))
  return {
    isLocked,
    /** What a field of words is drawn with. */
    field: (name: Field) => ({
      value: values[name] ?? '',
      disabled: isLocked,
      error: errorOf(name),
      onChange: (event: { target: { value: string } }): void => change({ [name]: event.target.value }),
    }),
    /** What a choice is drawn with, besides what is chosen. */
    choice: (name: Field) => ({
      isDisabled: isLocked,
      error: errorOf(name),
      onChoose: (id: string): void => change({ [name]: id }),
    }),
    /** What the button that sends is drawn with. */
    button: (label: string, busyLabel = t('intent.sending')) => ({
      busyLabel: isPending ? busyLabel : undefined,
      children: isUnknown ? t('intent.again') : label,
    }),
    /** Sends it where nothing is wrong. */
    send: (body: object): void => {
      if (check() || isUnknown) void run(body)
    },
    uncheck,
  }
}
