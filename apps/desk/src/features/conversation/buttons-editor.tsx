import { BUTTON_TYPES, DESK_BUTTONS_MAX, DESK_QUICK_REPLIES_MAX } from '@krapao/contract'
import { plus } from '@krapao/web'
import type { ReactNode } from 'react'
import { useTexts } from '../../lib/texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { bin } from '../../ui/drawings.tsx'
import { SelectField, TextArea, TextField } from '../../ui/field.tsx'
import styles from './editor.module.css'
import type { Draft, DraftButton } from './draft.rules.ts'
import { newButton } from './draft.rules.ts'

const TITLE_MAX = 200
const BUTTON_TITLE_MAX = 60
const PAYLOAD_MAX = 500

/** Edits a message of buttons or of quick replies: the words and what stands under them. */
export function ButtonsEditor({
  kind,
  part,
  onChange,
}: {
  kind: 'buttons' | 'quick_replies'
  part: Draft['buttons']
  onChange: (part: Draft['buttons']) => void
}): ReactNode {
  const { t } = useTexts()
  return (
    <div className={styles.editor}>
      <TextArea
        label={t('compose.message')}
        rows={2}
        maxLength={TITLE_MAX}
        value={part.title}
        onChange={(event) => onChange({ ...part, title: event.target.value })}
      />
      <ButtonRows
        kind={kind}
        buttons={part.buttons}
        least={1}
        most={kind === 'buttons' ? DESK_BUTTONS_MAX : DESK_QUICK_REPLIES_MAX}
        onChange={(buttons) => onChange({ ...part, buttons })}
      />
    </div>
  )
}

/** The buttons of a message or of a card, each with what a press of it does. */
export function ButtonRows({
  kind,
  buttons,
  least,
  most,
  onChange,
}: {
  kind: 'buttons' | 'quick_replies'
  buttons: readonly DraftButton[]
  least: number
  most: number
  onChange: (buttons: readonly DraftButton[]) => void
}): ReactNode {
  const { t } = useTexts()
  const isReply = kind === 'quick_replies'
  const set = (id: number, part: Partial<DraftButton>): void =>
    onChange(buttons.map((button) => (button.id === id ? { ...button, ...part } : button)))
  return (
    <>
      {buttons.map((button, index) => (
        <fieldset key={button.id} className={styles.row}>
          <legend className="vh">{t(isReply ? 'compose.quickReply' : 'compose.button', { n: index + 1 })}</legend>
          <TextField
            label={t('compose.buttonTitle')}
            maxLength={BUTTON_TITLE_MAX}
            value={button.title}
            onChange={(event) => set(button.id, { title: event.target.value })}
          />
          <SelectField
            label={t('compose.buttonType')}
            value={button.type}
            options={BUTTON_TYPES.map((type) => ({ value: type, label: t(`compose.type.${type}`) }))}
            onChoose={(value) => set(button.id, { type: BUTTON_TYPES.find((type) => type === value) ?? 'text' })}
          />
          {button.type === 'text' ? null : (
            <div className={styles.payload}>
              <TextField
                label={t(`compose.payload.${button.type}`)}
                maxLength={PAYLOAD_MAX}
                type={button.type === 'web' ? 'url' : button.type === 'call' ? 'tel' : 'text'}
                placeholder={button.type === 'web' ? 'https://' : ''}
                value={button.payload}
                onChange={(event) => set(button.id, { payload: event.target.value })}
              />
            </div>
          )}
          <IconButton
            label={t(isReply ? 'compose.removeReply' : 'compose.removeButton', { n: index + 1 })}
            drawing={bin}
            disabled={buttons.length <= least}
            onClick={() => onChange(buttons.filter(({ id }) => id !== button.id))}
          />
        </fieldset>
      ))}
      {buttons.length < most ? (
        <div>
          <Button kind="quiet" drawing={plus} onClick={() => onChange([...buttons, newButton()])}>
            {t(isReply ? 'compose.addReply' : 'compose.addButton')}
          </Button>
        </div>
      ) : null}
    </>
  )
}
