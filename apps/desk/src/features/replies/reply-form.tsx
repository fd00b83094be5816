import type { DeskReply } from '@krapao/contract'
import { CHAT_TEXT_MAX } from '@krapao/contract'
import { languages } from '@krapao/web'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { lacking, useChecked } from '../../lib/checked.ts'
import { usePlaceTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { bin } from '../../ui/drawings.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { ReplyFields } from './replies.api.ts'
import { useRemoveReply, useSaveReply } from './replies.api.ts'
import styles from './reply-form.module.css'
import table from './reply-texts.json'

const TITLE_MAX = 80
const names = ['title', ...languages] as const

/** Edits one reply; what is refused stays typed. */
export function ReplyForm({
  reply,
  canChange,
  onSaved,
  onRemoved,
}: {
  reply: DeskReply | null
  /** False for those who look on. */
  canChange: boolean
  onSaved: (reply: DeskReply) => void
  onRemoved: () => void
}): ReactNode {
  const { t, words, errorText } = usePlaceTexts(table)
  const save = useSaveReply()
  const [fields, setFields] = useState<ReplyFields>(reply ?? { title: '', th: '', lo: '', en: '' })
  const [isAsked, setIsAsked] = useState(false)
  const set = (name: keyof ReplyFields, value: string): void => setFields((now) => ({ ...now, [name]: value }))
  const { errorOf, check } = useChecked<keyof ReplyFields>(
    Object.fromEntries(names.map((name) => [name, lacking(fields[name], t('form.fill'))])),
  )

  function submit(): void {
    if (!canChange || !check()) return
    const { title, th, lo, en } = fields
    save.mutate(
      { id: reply?._id ?? null, fields: { title, th, lo, en } },
      {
        onSuccess: (saved) => {
          showToast('done', words('replies.saved'))
          onSaved(saved)
        },
      },
    )
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <h2>{words(reply === null ? 'replies.new' : 'replies.edit')}</h2>
      <TextField
        label={words('replies.name')}
        value={fields.title}
        maxLength={TITLE_MAX}
        readOnly={!canChange}
        error={errorOf('title')}
        onChange={(event) => set('title', event.target.value)}
      />
      {languages.map((language) => (
        <TextArea
          key={language}
          label={t(`replies.language.${language}`)}
          lang={language}
          rows={4}
          maxLength={CHAT_TEXT_MAX}
          readOnly={!canChange}
          value={fields[language]}
          error={errorOf(language)}
          onChange={(event) => set(language, event.target.value)}
        />
      ))}
      {save.error === null ? null : (
        <p className={styles.error} role="alert">
          {errorText(save.error)}
        </p>
      )}
      {canChange ? (
        <div className={styles.acts}>
          {reply === null ? null : (
            <Button kind="danger" drawing={bin} onClick={() => setIsAsked(true)}>
              {words('replies.remove')}
            </Button>
          )}
          <span />
          <Button kind="gold" type="submit" busyLabel={save.isPending ? words('replies.saving') : undefined}>
            {words('replies.save')}
          </Button>
        </div>
      ) : null}
      {isAsked && reply !== null ? (
        <RemoveQuestion reply={reply} onClose={() => setIsAsked(false)} onRemoved={onRemoved} />
      ) : null}
    </form>
  )
}

function RemoveQuestion({
  reply,
  onClose,
  onRemoved,
}: {
  reply: DeskReply
  onClose: () => void
  onRemoved: () => void
}): ReactNode {
  const { t, words, errorText } = usePlaceTexts(table)
  const remove = useRemoveReply()
  return (
    <ConfirmDialog
      isDanger
      title={words('replies.removeTitle', { title: reply.title })}
      text={words('replies.removeText')}
      confirmLabel={words('replies.remove')}
      cancelLabel={t('common.cancel')}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(reply._id, {
          onSuccess: () => {
            showToast('done', words('replies.removed'))
            onRemoved()
          },
          onError: (error) => {
            showToast('failed', errorText(error))
            onClose()
          },
        })
      }
    />
  )
}
