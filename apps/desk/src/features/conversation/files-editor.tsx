import { CHAT_IMAGE_TYPES, CHAT_VIDEO_TYPES, chatFileKind } from '@krapao/contract'
import { close, Icon } from '@krapao/web'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { useTexts } from '../../lib/texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { media } from '../../ui/drawings.tsx'
import type { Draft } from './draft.rules.ts'
import styles from './files-editor.module.css'

/** Chooses pictures and videos, shows them, and takes them out again; each becomes a message of its own. */
export function FilesEditor({
  draft,
  change,
  addFiles,
}: {
  draft: Draft
  change: (change: (draft: Draft) => Draft) => void
  addFiles: (files: readonly File[]) => void
}): ReactNode {
  const { t } = useTexts()
  const id = useId()
  function remove(fileId: number, previewUrl: string): void {
    URL.revokeObjectURL(previewUrl)
    change((now) => ({ ...now, files: now.files.filter((one) => one.id !== fileId) }))
  }
  return (
    <div className={styles.files}>
      <div className={styles.choose}>
        <label htmlFor={id}>
          <Icon drawing={media} size={24} />
          <span className={styles.word}>{t('compose.choose')}</span>
          <span className={styles.hint}>{t('compose.dropHint')}</span>
        </label>
        <input
          id={id}
          className={styles.input}
          type="file"
          multiple
          accept={[...CHAT_IMAGE_TYPES, ...CHAT_VIDEO_TYPES].join(',')}
          onChange={(event) => {
            addFiles([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
      </div>
      {draft.files.length === 0 ? null : (
        <ul className={styles.chosen} aria-label={t('compose.chosen')}>
          {draft.files.map(({ id: fileId, file, previewUrl }) => (
            <li key={fileId}>
              {chatFileKind(file.type) === 'video' ? (
                <video src={previewUrl} muted preload="metadata" aria-label={file.name} />
              ) : (
                <img src={previewUrl} alt={file.name} />
              )}
              <span className={styles.name}>{file.name}</span>
              <IconButton
                label={t('compose.removeFile', { name: file.name })}
                drawing={close}
                onClick={() => remove(fileId, previewUrl)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
