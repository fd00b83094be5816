import { chatFileProblem, DESK_BUTTONS_MAX, DESK_CARDS_MAX } from '@krapao/contract'
import { CallError, close, Icon, plus } from '@krapao/web'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { useTexts } from '../../lib/texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { bin, media } from '../../ui/drawings.tsx'
import { TextField } from '../../ui/field.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ButtonRows } from './buttons-editor.tsx'
import type { DraftCard, DraftPicture } from './draft.rules.ts'
import { newCard } from './draft.rules.ts'
import styles from './editor.module.css'
import filesStyles from './files-editor.module.css'
import { uploadFile } from './upload-file.ts'

const TITLE_MAX = 200

type ChangeCards = (make: (cards: readonly DraftCard[]) => readonly DraftCard[]) => void

/** Edits the cards of a carousel; their pictures are uploaded as they are chosen. */
export function CardsEditor({ cards, change }: { cards: readonly DraftCard[]; change: ChangeCards }): ReactNode {
  const { t } = useTexts()
  return (
    <div className={styles.editor}>
      {cards.map((card, index) => (
        <CardFields
          key={card.id}
          card={card}
          n={index + 1}
          isOnly={cards.length === 1}
          set={(part) => change((now) => now.map((one) => (one.id === card.id ? { ...one, ...part } : one)))}
          onRemove={() => change((now) => now.filter(({ id }) => id !== card.id))}
        />
      ))}
      {cards.length < DESK_CARDS_MAX ? (
        <div>
          <Button kind="line" drawing={plus} onClick={() => change((now) => [...now, newCard()])}>
            {t('compose.addCard')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function CardFields({
  card,
  n,
  isOnly,
  set,
  onRemove,
}: {
  card: DraftCard
  n: number
  isOnly: boolean
  set: (part: Partial<DraftCard>) => void
  onRemove: () => void
}): ReactNode {
  const { t } = useTexts()
  return (
    <fieldset className={styles.card}>
      <legend>{t('compose.card', { n })}</legend>
      <span className={styles.removeCard}>
        <IconButton label={t('compose.removeCard', { n })} drawing={bin} disabled={isOnly} onClick={onRemove} />
      </span>
      <div className={styles.cardTop}>
        <CardPicture n={n} picture={card.picture} onChange={(picture) => set({ picture })} />
        <div className={styles.cardWords}>
          <TextField
            label={t('compose.cardTitle')}
            maxLength={TITLE_MAX}
            value={card.title}
            onChange={(event) => set({ title: event.target.value })}
          />
          <TextField
            label={t('compose.cardSubtitle')}
            maxLength={TITLE_MAX}
            value={card.subtitle}
            onChange={(event) => set({ subtitle: event.target.value })}
          />
        </div>
      </div>
      <ButtonRows
        kind="buttons"
        buttons={card.buttons}
        least={0}
        most={DESK_BUTTONS_MAX}
        onChange={(buttons) => set({ buttons })}
      />
    </fieldset>
  )
}

function CardPicture({
  n,
  picture,
  onChange,
}: {
  n: number
  picture: DraftPicture | null
  onChange: (picture: DraftPicture | null) => void
}): ReactNode {
  const { t, errorText } = useTexts()
  const id = useId()
  async function choose(file: File): Promise<void> {
    const problem = chatFileProblem({ name: file.name, type: file.type, sizeBytes: file.size })
    const code = problem?.code ?? (file.type.startsWith('image/') ? null : 'FILE_NOT_SUPPORTED')
    if (code !== null) {
      const max = problem?.code === 'FILE_TOO_LARGE' ? problem.maxMegabytes * 1024 * 1024 : 0
      showToast('failed', errorText(new CallError({ kind: 'refused', code, status: 422, details: { max } })))
      return
    }
    const previewUrl = URL.createObjectURL(file)
    onChange({ previewUrl, filePath: '', share: 0 })
    try {
      const { filePath } = await uploadFile(
        file,
        (share) => onChange({ previewUrl, filePath: '', share }),
        AbortSignal.timeout(300_000),
      )
      onChange({ previewUrl, filePath, share: 1 })
    } catch (error) {
      onChange(null)
      showToast('failed', errorText(error))
    }
  }
  const isUploading = picture !== null && picture.filePath === ''
  return (
    <div className={styles.picture}>
      <label className={styles.pictureLabel} htmlFor={id}>
        {picture === null ? <Icon drawing={media} size={24} /> : <img src={picture.previewUrl} alt="" />}
        <span>
          {isUploading
            ? t('compose.uploading', { percent: Math.round(picture.share * 100) })
            : t(picture === null ? 'compose.cardPicture' : 'compose.cardPictureChange')}
        </span>
      </label>
      <FileInput
        id={id}
        className={filesStyles.input}
        accept="image/png,image/jpeg,image/gif"
        disabled={isUploading}
        onFile={(file) => void choose(file)}
      />
      {picture === null || isUploading ? null : (
        <IconButton label={t('compose.cardPictureRemove', { n })} drawing={close} onClick={() => onChange(null)} />
      )}
    </div>
  )
}
