import { Icon } from '@krapao/web'
import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import styles from './day-field.module.css'
import { calendar } from './drawings.tsx'
import { TextField } from './field.tsx'
import { dayWritten, withSlashes, writtenDay } from './typed-day.ts'

/**
 * A day, typed and shown as DD/MM/YYYY whatever the device would write, with the device's calendar at its end. `value` is
 * YYYY-MM-DD, and nothing while what stands there is no day.
 */
export function DayField({
  label,
  calendarLabel,
  placeholder,
  value,
  error,
  onChange,
}: {
  label: string
  calendarLabel: string
  placeholder: string
  value: string
  error?: string | undefined
  onChange: (day: string) => void
}): ReactNode {
  const [written, setWritten] = useState(() => writtenDay(value))
  const picker = useRef<HTMLInputElement>(null)
  const take = (typed: string): void => {
    const next = withSlashes(typed)
    const day = dayWritten(next)
    setWritten(day === '' ? next : writtenDay(day))
    onChange(day)
  }
  return (
    <TextField
      label={label}
      error={error}
      inputMode="numeric"
      autoComplete="off"
      placeholder={placeholder}
      value={written}
      onChange={(event) => take(event.target.value)}
      end={
        <span className={styles.end}>
          <button type="button" aria-label={`${label}: ${calendarLabel}`} onClick={() => picker.current?.showPicker()}>
            <Icon drawing={calendar} />
          </button>
          <input
            ref={picker}
            className={styles.picker}
            type="date"
            tabIndex={-1}
            aria-hidden="true"
            value={value}
            onChange={(event) => take(event.target.value)}
          />
        </span>
      }
    />
  )
}
