import type { DeskReply } from '@krapao/contract'
import { CHAT_TEXT_MAX, chatFileProblem, isBlank } from '@krapao/contract'
import { CallError } from '@krapao/web'
import type { ReactNode } from 'react'
import { useId, useState } from 'react'
import { useTexts } from '../../lib/texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { buttons, cards, media, quickReplies, send, text } from '../../ui/drawings.tsx'
import { tabPanel, Tabs } from '../../ui/tabs.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ButtonsEditor } from './buttons-editor.tsx'
import { CardsEditor } from './cards-editor.tsx'
import styles from './composer.module.css'
import type { Conversation } from './conversation-store.ts'
import type { Draft, DraftFile } from './draft.rules.ts'
import { afterSending, draftKinds, draftProblem, messageOf, nextId } from './draft.rules.ts'
import { MESSAGE_FIELD_ID } from './drafts.ts'
import { FilesEditor } from './files-editor.tsx'
import { MessageView } from './message-view.tsx'
import { SlashReplies } from './slash-replies.tsx'

const drawings = { text, media, buttons, quick_replies: quickReplies, generic: cards }

/** The characters that are left are told from here on. */
const TELL_LEFT_BELOW = 200

/** Writes a message of any kind and sends it; what is typed is kept with the room. */
export function Composer({
  draft,
  change,
  conversation,
  replies,
  replyText,
}: {
  draft: Draft
  change: (change: (draft: Draft) => Draft) => void
  conversation: Conversation
  replies: readonly DeskReply[]
  /** The words of a canned reply in the customer's language. */
  replyText: (reply: DeskReply) => string
}): ReactNode {
  const { t, errorText } = useTexts()
  const panelId = useId()
  const [shownProblem, setShownProblem] = useState<string | null>(null)
  const [isDraggedOver, setIsDraggedOver] = useState(false)

  function addFiles(files: readonly File[]): void {
    const good: DraftFile[] = []
    for (const file of files) {
      const problem = chatFileProblem({ name: file.name, type: file.type, sizeBytes: file.size })
      if (problem === null) good.push({ id: nextId(), file, previewUrl: URL.createObjectURL(file) })
      else {
        const max = problem.code === 'FILE_TOO_LARGE' ? problem.maxMegabytes * 1024 * 1024 : 0
        const error = new CallError({ kind: 'refused', code: problem.code, status: 422, details: { max } })
        showToast('failed', `${file.name}: ${errorText(error)}`)
      }
    }
    if (good.length > 0) change((now) => ({ ...now, kind: 'media', files: [...now.files, ...good] }))
  }
  function submit(): void {
    const problem = draftProblem(draft, t)
    setShownProblem(problem)
    if (problem !== null) return
    const message = messageOf(draft)
    if (message !== null) conversation.send(message)
    else {
      for (const { file, previewUrl } of draft.files) {
        URL.revokeObjectURL(previewUrl)
        conversation.sendFile(file)
      }
    }
    change(afterSending)
  }
  const takeFiles = (transfer: DataTransfer): boolean => {
    const files = [...transfer.files]
    addFiles(files)
    return files.length > 0
  }

  return (
    <div
      role="presentation"
      className={`${styles.composer} ${isDraggedOver ? styles.dragged : ''}`}
      onPaste={(event) => {
        if (takeFiles(event.clipboardData)) event.preventDefault()
      }}
      onDragOver={(event) => {
        event.preventDefault()
        setIsDraggedOver(true)
      }}
      onDragLeave={() => setIsDraggedOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsDraggedOver(false)
        takeFiles(event.dataTransfer)
      }}
    >
      <form
        aria-label={t('compose.label')}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Tabs
          isPlain
          tabs={draftKinds.map((id) => ({ id, label: t(`compose.${id}`), drawing: drawings[id] }))}
          active={draft.kind}
          label={t('compose.kinds')}
          panelId={panelId}
          onChoose={(kind) => {
            setShownProblem(null)
            change((now) => ({ ...now, kind }))
          }}
        />
        <div {...tabPanel(panelId, draft.kind)} className={styles.panel}>
          {draft.kind === 'text' ? (
            <TextPart draft={draft} change={change} replies={replies} replyText={replyText} onSend={submit} />
          ) : (
            <KindPart draft={draft} change={change} addFiles={addFiles} />
          )}
        </div>
        {draft.kind === 'text' ? null : (
          <div className={styles.foot}>
            <p className={styles.problem} role="alert">
              {shownProblem}
            </p>
            <Button kind="gold" type="submit" drawing={send}>
              {t('compose.send')}
            </Button>
          </div>
        )}
      </form>
    </div>
  )
}

function TextPart({
  draft,
  change,
  replies,
  replyText,
  onSend,
}: {
  draft: Draft
  change: (change: (draft: Draft) => Draft) => void
  replies: readonly DeskReply[]
  replyText: (reply: DeskReply) => string
  onSend: () => void
}): ReactNode {
  const { t } = useTexts()
  const left = CHAT_TEXT_MAX - draft.text.length
  const setText = (words: string): void => change((now) => ({ ...now, text: words }))
  return (
    <>
      <SlashReplies text={draft.text} replies={replies} onInsert={(reply) => setText(replyText(reply))}>
        {(slash) => (
          <div className={styles.line}>
            <textarea
              {...slash.fieldProps}
              id={MESSAGE_FIELD_ID}
              aria-label={t('compose.label')}
              placeholder={t('compose.placeholder')}
              rows={2}
              maxLength={CHAT_TEXT_MAX}
              value={draft.text}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={(event) => {
                if (slash.onKeyDown(event)) return
                // While letters are composed, Enter belongs to what composes them.
                if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
                event.preventDefault()
                onSend()
              }}
            />
            <span className={styles.sendRound}>
              <IconButton
                label={t('compose.send')}
                drawing={send}
                type="submit"
                disabled={isBlank(draft.text) || slash.isOpen}
              />
            </span>
          </div>
        )}
      </SlashReplies>
      <p className={styles.hint}>
        {left < TELL_LEFT_BELOW ? <span role="status">{t('chat.charsLeft', { n: left })}</span> : t('compose.hint')}
      </p>
    </>
  )
}

function KindPart({
  draft,
  change,
  addFiles,
}: {
  draft: Draft
  change: (change: (draft: Draft) => Draft) => void
  addFiles: (files: readonly File[]) => void
}): ReactNode {
  const { t } = useTexts()
  const { kind } = draft
  const preview = messageOf(draft)
  return (
    <div className={styles.kind}>
      <div className={styles.editor}>
        {kind === 'media' ? (
          <FilesEditor draft={draft} change={change} addFiles={addFiles} />
        ) : kind === 'generic' ? (
          <CardsEditor cards={draft.cards} change={(make) => change((now) => ({ ...now, cards: make(now.cards) }))} />
        ) : kind === 'buttons' || kind === 'quick_replies' ? (
          <ButtonsEditor
            key={kind}
            kind={kind}
            part={draft[kind]}
            onChange={(part) => change((now) => ({ ...now, [kind]: part }))}
          />
        ) : null}
      </div>
      {preview === null ? null : (
        <section className={styles.preview} aria-label={t('compose.preview')}>
          <p className={styles.previewTitle} aria-hidden="true">
            {t('compose.preview')}
          </p>
          <MessageView message={withPreviews(preview, draft)} tone="customer" />
        </section>
      )}
    </div>
  )
}

/** The pictures of cards as they lie here: an upload's address is not to be opened by whoever looks at a draft. */
function withPreviews(
  message: NonNullable<ReturnType<typeof messageOf>>,
  draft: Draft,
): NonNullable<ReturnType<typeof messageOf>> {
  if (message.message_type !== 'generic') return message
  const payloads = message.payloads.map((card, index) => ({
    ...card,
    image_url: draft.cards[index]?.picture?.previewUrl ?? null,
  }))
  return { ...message, payloads }
}
