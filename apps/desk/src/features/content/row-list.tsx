import { close, down, plus } from '@krapao/web'
import type { ReactNode } from 'react'
import { useRef } from 'react'
import { useLetters } from '../../lib/letters.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { up } from '../../ui/place-drawings.tsx'
import { movedBy, without } from './content-documents.ts'
import { useContentTexts } from './content-words.ts'
import styles from './content-page.module.css'

/** Rows in their order, each with what moves it and takes it away, and below them another one. */
export function RowList<Row>({
  rows,
  nameOf,
  addLabel,
  blank,
  isFixed = false,
  hasKey = true,
  onChange,
  children,
}: {
  rows: readonly Row[]
  /** What a row is called, for who hears the page. */
  nameOf: (row: Row, index: number) => string
  addLabel?: string
  blank?: Row
  /** None can be added or taken away here. */
  isFixed?: boolean
  /** N adds one; of several lists on a page one has it. */
  hasKey?: boolean
  onChange: (rows: readonly Row[]) => void
  children: (row: Row, index: number) => ReactNode
}): ReactNode {
  const { words } = useContentTexts()
  const own = useRef<HTMLParagraphElement>(null)
  // Its button knows whether the form is locked.
  useLetters(hasKey ? { KeyN: () => own.current?.querySelector('button')?.click() } : {})
  return (
    <>
      <ol className={styles.rows}>
        {rows.map((row, index) => {
          const name = nameOf(row, index)
          return (
            <li key={index}>
              <div className={styles.rowHead}>
                <b>{name}</b>
                <IconButton
                  label={words('row.up', { name })}
                  drawing={up}
                  disabled={index === 0}
                  onClick={() => onChange(movedBy(rows, index, -1))}
                />
                <IconButton
                  label={words('row.down', { name })}
                  drawing={down}
                  disabled={index === rows.length - 1}
                  onClick={() => onChange(movedBy(rows, index, 1))}
                />
                {isFixed ? null : (
                  <IconButton
                    label={words('row.remove', { name })}
                    drawing={close}
                    onClick={() => onChange(without(rows, index))}
                  />
                )}
              </div>
              {children(row, index)}
            </li>
          )
        })}
      </ol>
      {rows.length === 0 ? <p className="hint">{words('row.none')}</p> : null}
      {addLabel === undefined || blank === undefined ? null : (
        <p ref={own}>
          <Button kind="line" drawing={plus} keys={hasKey ? 'N' : undefined} onClick={() => onChange([...rows, blank])}>
            {addLabel}
          </Button>
        </p>
      )}
    </>
  )
}
