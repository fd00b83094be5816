import { SLIP_BYTES_MAX } from '@krapao/contract'
import { alert, CallError, clock, Icon } from '@krapao/web'
import type { DragEvent, ReactNode } from 'react'
import { useRef, useState } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { withReference } from '../../lib/open-end-lines.ts'
import type { Texts } from '../../lib/texts/texts.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { camera } from '../../ui/drawings.tsx'
import { Note } from '../../ui/note.tsx'
import { Phrases } from '../../ui/phrases.tsx'
import { Prose } from '../../ui/prose.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Actions } from './actions.tsx'
import parts from './deposit-parts.module.css'
import { SlipArt } from './slip-art.tsx'
import { SlipPreview } from './slip-preview.tsx'
import { SlipState } from './slip-state.tsx'
import type { SlipWindow } from './slip.api.ts'
import { useSlipWindow } from './slip.api.ts'
import type { SlipUpload } from './use-slip-upload.ts'

const accepted = 'image/jpeg,image/png,image/webp'

/** A deposit by the slip of a transfer that was made already (DEP-001, DEP-031, DEP-033). */
export function SlipDeposit({
  upload,
  isOnlyWay,
  onPaid,
}: {
  upload: SlipUpload
  /** The operator offers no way to send money now; what was sent before can still be shown. */
  isOnlyWay: boolean
  onPaid: (amountMinor: number) => void
}): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const { data: slipWindow } = useSlipWindow()
  const files = useRef<HTMLInputElement>(null)
  const photo = useRef<HTMLInputElement>(null)
  const isClosed = slipWindow?.isOpen === false
  const { phase, picture, slip, problem } = upload
  const take = (input: HTMLInputElement): void => {
    const [file] = input.files ?? []
    // Chosen once more, the same file is a new choice.
    input.value = ''
    if (file !== undefined && !isClosed) void upload.choose(file)
  }
  if (slip !== undefined) return <SlipState slip={slip} onPaid={onPaid} onAnother={upload.forget} />
  return (
    <>
      <input ref={files} type="file" accept={accepted} hidden onChange={(event) => take(event.target)} />
      <input
        ref={photo}
        type="file"
        accept={accepted}
        capture="environment"
        hidden
        onChange={(event) => take(event.target)}
      />
      {isOnlyWay ? <Note>{t('deposit.empty')}</Note> : null}
      {picture === undefined ? (
        <Drop isLooking={phase === 'looking'} isClosed={isClosed} onDrop={(file) => void upload.choose(file)} />
      ) : (
        <SlipPreview upload={upload} picture={picture} />
      )}
      {isClosed ? <Closed until={slipWindow.closedUntil} /> : null}
      {picture === undefined ? <Times slipWindow={slipWindow} /> : null}
      <Actions>
        {problem === undefined ? null : (
          <Note tone="out" drawing={alert} role="alert">
            {problemText(texts, upload)}
          </Note>
        )}
        {picture === undefined ? (
          <>
            <Button
              kind="gold"
              disabled={isClosed}
              busyLabel={phase === 'looking' ? t('slip.upload.reading') : undefined}
              onClick={() => files.current?.click()}
            >
              {t('slip.upload.choose')}
            </Button>
            <div className={parts.touchOnly}>
              <Button kind="quiet" disabled={isClosed || phase === 'looking'} onClick={() => photo.current?.click()}>
                <Icon drawing={camera} />
                {t('slip.upload.photo')}
              </Button>
            </div>
          </>
        ) : (
          <Send upload={upload} isClosed={isClosed} onChange={() => files.current?.click()} />
        )}
      </Actions>
    </>
  )
}

/** Where a picture is to come: its shape, what it must show, and on a desktop the place to drop it. */
function Drop({
  isLooking,
  isClosed,
  onDrop,
}: {
  isLooking: boolean
  isClosed: boolean
  onDrop: (file: File) => void
}): ReactNode {
  const { t } = useTexts()
  const [isOver, setIsOver] = useState(false)
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setIsOver(false)
    const [file] = event.dataTransfer.files
    if (file !== undefined && !isClosed && !isLooking) onDrop(file)
  }
  return (
    // Dropping is a shortcut for a pointer; the button below does the same by any means.
    <div
      className={`${parts.drop} ${isOver ? parts.over : ''}`}
      aria-busy={isLooking}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <SlipArt isLooking={isLooking} />
      <p>
        <Phrases text={t('slip.upload.hint', { n: SLIP_BYTES_MAX / 1024 / 1024 })} />
        <br />
        <Phrases text={t('slip.upload.clear')} />
      </p>
    </div>
  )
}

/** No slips are taken now, and until when. */
function Closed({ until }: { until: string | null }): ReactNode {
  const { t } = useTexts()
  return (
    <Note tone="wait" drawing={clock} role="status">
      {until === null ? t('deposit.closedUnknown') : t('deposit.closedNow', { until })}
    </Note>
  )
}

/** When a slip is to come, when the money comes, and when none are taken. */
function Times({ slipWindow }: { slipWindow: SlipWindow | undefined }): ReactNode {
  const { t } = useTexts()
  return (
    <>
      <Note drawing={clock}>
        <ul>
          <li>{t('deposit.slipWithin')}</li>
          <li>{t('deposit.credited')}</li>
          {slipWindow === undefined ? (
            <li>
              <Skeleton widthPx={200} heightPx={22} />
            </li>
          ) : null}
          <ClosedDaily slipWindow={slipWindow} />
        </ul>
      </Note>
      {slipWindow === undefined || slipWindow.info === '' ? null : (
        <div className={parts.info}>
          <Prose html={slipWindow.info} />
        </div>
      )}
    </>
  )
}

/** The hours of each day in which no slips are taken, where there are some (DEP-033). */
function ClosedDaily({ slipWindow }: { slipWindow: SlipWindow | undefined }): ReactNode {
  const { t } = useTexts()
  const { closedFrom: from = null, closedUntil: until = null } = slipWindow ?? {}
  return from === null || until === null ? null : <li className="num">{t('deposit.closed', { from, until })}</li>
}

/** What can be done with a chosen picture. A wrong one is not stopped, but the better way is the golden one. */
function Send({
  upload,
  isClosed,
  onChange,
}: {
  upload: SlipUpload
  isClosed: boolean
  onChange: () => void
}): ReactNode {
  const { t } = useTexts()
  const { phase, picture, problem } = upload
  if (phase === 'sending') {
    return (
      <Button kind="danger" disabled={upload.share >= 1} onClick={upload.cancel}>
        {t('slip.upload.cancel')}
      </Button>
    )
  }
  const isDoubtful = picture?.reading === 'none' || picture?.reading === 'foreign'
  if (isDoubtful) {
    return (
      <>
        <Button kind="gold" disabled={isClosed} onClick={onChange}>
          {t('slip.upload.another')}
        </Button>
        <Button kind="quiet" disabled={isClosed} onClick={() => void upload.send()}>
          {t('slip.upload.anyway')}
        </Button>
      </>
    )
  }
  return (
    <>
      <Button kind="gold" disabled={isClosed} onClick={() => void upload.send()}>
        {t(problem === undefined ? 'slip.upload.title' : 'slip.upload.again')}
      </Button>
      <Button kind="quiet" disabled={isClosed} onClick={onChange}>
        {t('slip.upload.change')}
      </Button>
    </>
  )
}

/** Why a slip did not arrive. Without an answer in time nobody knows, and that is said. */
function problemText(texts: Texts, { problem, open }: SlipUpload): string {
  const isUnknown =
    problem instanceof CallError && (problem.kind === 'timeout' || problem.code === 'REQUEST_IN_PROGRESS')
  const text = isUnknown ? texts.t('slip.upload.unknown') : errorText(texts, problem)
  return open === undefined ? text : withReference(texts, text, open)
}
