import { alert, download, Icon, saveFile, serverNowMs } from '@krapao/web'
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { formatCount, formatDate } from '../../lib/formats.ts'
import type { ModalProps } from '../../lib/modals.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './export-sheet.module.css'
import { historyCsv } from './history-csv.ts'
import { EXPORT_ROWS_MAX, fetchHistory } from './history-export.ts'
import { useGameNames } from './statement.api.ts'

/** Saves the history that is shown, all its pages, as a CSV file; a long one says how far it is and can be stopped. */
export function ExportSheet({ request, timeName, kindNames, total, onClose }: ModalProps<'history-export'>): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const gameNames = useGameNames()
  const running = useRef<AbortController>(undefined)
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => () => running.current?.abort(), [])
  const save = async (): Promise<void> => {
    const controller = new AbortController()
    running.current = controller
    setFailure(undefined)
    setProgress({ done: 0, total: Math.min(total, EXPORT_ROWS_MAX) })
    try {
      const rows = await fetchHistory(request, {
        signal: controller.signal,
        onProgress: (done, whole) => setProgress({ done, total: whole }),
      })
      const day = formatDate(serverNowMs()).split('/').toReversed().join('-')
      const name = `krapao-${t('statement.export.fileName')}-${day}.csv`
      saveFile(new File([historyCsv(texts, rows, gameNames)], name, { type: 'text/csv;charset=utf-8' }))
      showToast('done', t('statement.export.done'))
      onClose()
    } catch (error) {
      if (!controller.signal.aborted) setFailure(error)
    } finally {
      setProgress(undefined)
    }
  }
  const isRunning = progress !== undefined
  return (
    <Sheet
      title={t('statement.export.title')}
      closeLabel={t('aria.closeDialog')}
      onClose={onClose}
      footer={
        isRunning ? (
          <Button kind="tonal" onClick={() => running.current?.abort()}>
            {t('common.cancel')}
          </Button>
        ) : (
          <Button kind="gold" onClick={() => void save()}>
            <Icon drawing={download} />
            {t('statement.export.save')}
          </Button>
        )
      }
    >
      <div className={styles.export}>
        <dl className={styles.pairs}>
          <div>
            <dt>{t('statement.filter.time')}</dt>
            <dd className="num">{timeName}</dd>
          </div>
          {kindNames.length === 0 ? null : (
            <div>
              <dt>{t('statement.filter.kinds')}</dt>
              <dd>{kindNames.join(', ')}</dd>
            </div>
          )}
          <div>
            <dt>{t('statement.title')}</dt>
            <dd className="num">{t('statement.export.count', { total })}</dd>
          </div>
        </dl>
        <p className={styles.text}>{t('statement.export.text')}</p>
        {total > EXPORT_ROWS_MAX ? (
          <p className={styles.text}>{t('statement.export.limited', { most: formatCount(EXPORT_ROWS_MAX) })}</p>
        ) : null}
        {isRunning ? <Progress {...progress} /> : null}
        {failure === undefined ? null : (
          <p className={styles.failure} role="alert">
            <Icon drawing={alert} />
            <span>
              {t('statement.export.fail')}. {errorText(texts, failure)}
            </span>
          </p>
        )}
      </div>
    </Sheet>
  )
}

function Progress({ done, total }: { done: number; total: number }): ReactNode {
  const { t } = useTexts()
  const text = t('statement.export.progress', { done: formatCount(done), total: formatCount(total) })
  return (
    <div className={styles.progress}>
      <progress max={Math.max(1, total)} value={done} aria-label={text} />
      <p className="num" aria-hidden="true">
        {text}
      </p>
    </div>
  )
}
