import { GIFT_LINK_MINIMUM_MINOR } from '@krapao/contract'
import { formatLimit } from '@krapao/money'
import { Icon } from '@krapao/web'
import type { ReactNode } from 'react'
import { useId, useRef } from 'react'
import { readTexts, useTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { gift as giftDrawing } from '../../ui/drawings.tsx'
import { TextField } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { Phrases } from '../../ui/phrases.tsx'
import { SmallButton } from '../../ui/small-button.tsx'
import { dropToasts, showToast } from '../../ui/toast.tsx'
import { Actions } from './actions.tsx'
import styles from './deposit-sheet.module.css'
import parts from './deposit-parts.module.css'
import type { Gift } from './use-gift.ts'

const minimum = formatLimit(GIFT_LINK_MINIMUM_MINOR)

/** A deposit by the gift link of a prepaid wallet (DEP-003, DEP-021, DEP-022). */
export function GiftDeposit({ gift }: { gift: Gift }): ReactNode {
  const { t } = useTexts()
  const id = useId()
  if (gift.phase === 'checking') return <Checking />
  const isSending = gift.phase === 'sending'
  return (
    <form
      id={id}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void gift.send()
      }}
    >
      <LinkField gift={gift} isSending={isSending} />
      <Note drawing={giftDrawing}>
        <ul>
          <li>{t('gift.hint')}</li>
          <li>{t('deposit.credited')}</li>
        </ul>
      </Note>
      <Actions>
        <Button
          kind="gold"
          type="submit"
          form={id}
          disabled={gift.typed.trim() === ''}
          busyLabel={isSending ? t('gift.sending') : undefined}
        >
          {t('gift.submit')}
        </Button>
      </Actions>
    </form>
  )
}

function LinkField({ gift, isSending }: { gift: Gift; isSending: boolean }): ReactNode {
  const { t } = useTexts()
  const frame = useRef<HTMLDivElement>(null)
  const paste = async (): Promise<void> => {
    const text = await navigator.clipboard.readText().catch(() => undefined)
    if (text === undefined || text.trim() === '') showToast('failed', readTexts().t('gift.pasteFail'), 'gift-paste')
    else {
      dropToasts('gift-paste')
      gift.type(text.trim())
    }
    frame.current?.querySelector('input')?.focus()
  }
  // Pages by plain http, and some browsers, have no way to read what was copied.
  const canPaste = (navigator as { clipboard?: Partial<Clipboard> }).clipboard?.readText !== undefined
  return (
    <div ref={frame}>
      <TextField
        label={t('gift.title')}
        hint={t('gift.minimum', { amount: minimum })}
        error={gift.problem}
        placeholder={t('gift.placeholder')}
        type="text"
        inputMode="url"
        enterKeyHint="send"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        readOnly={isSending}
        value={gift.typed}
        onChange={(event) => gift.type(event.target.value)}
        end={
          canPaste ? (
            <SmallButton disabled={isSending} onClick={() => void paste()}>
              {t('gift.paste')}
            </SmallButton>
          ) : undefined
        }
      />
    </div>
  )
}

/** A link that was sent and has neither a yes nor a no yet. */
function Checking(): ReactNode {
  const { t } = useTexts()
  return (
    <div className={parts.state} role="status">
      <span className={parts.turning}>
        <Icon drawing={giftDrawing} />
      </span>
      <h3>{t('gift.checking')}</h3>
      <p>
        <Phrases text={t('gift.checkingText')} />
      </p>
    </div>
  )
}
