import { alert, clock } from '@krapao/web'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTexts } from '../lib/texts/texts.ts'
import { AlertDialog } from '../ui/alert-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { bank, gift, qrCode, shield } from '../ui/drawings.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Note } from '../ui/note.tsx'
import { Pager } from '../ui/pager.tsx'
import { Prose } from '../ui/prose.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { SmallButton } from '../ui/small-button.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { showToast } from '../ui/toast.tsx'
import styles from './gallery.module.css'
import { Piece } from './piece.tsx'

const dialogs = ['sheet', 'long sheet', 'question', 'dangerous question', 'done', 'failed', 'waiting'] as const
type DialogName = (typeof dialogs)[number]

export function DialogPieces(): ReactNode {
  const [open, setOpen] = useState<DialogName | undefined>()
  return (
    <Piece name="Sheet and dialogs">
      {dialogs.map((name) => (
        <Button key={name} kind="line" lang="en" onClick={() => setOpen(name)}>
          {name}
        </Button>
      ))}
      {open === undefined ? null : <OpenDialog name={open} onClose={() => setOpen(undefined)} />}
    </Piece>
  )
}

function OpenDialog({ name, onClose }: { name: DialogName; onClose: () => void }): ReactNode {
  const { t } = useTexts()
  if (name === 'sheet' || name === 'long sheet') return <SampleSheet isLong={name === 'long sheet'} onClose={onClose} />
  if (name === 'question' || name === 'dangerous question') {
    const isDangerous = name === 'dangerous question'
    return (
      <ConfirmDialog
        title={isDangerous ? t('qr.cancel') : t('dialog.leaveTitle')}
        text={isDangerous ? t('qr.cancelConfirm') : t('dialog.leaveText')}
        confirmLabel={isDangerous ? t('qr.cancel') : t('dialog.leave')}
        cancelLabel={isDangerous ? t('qr.keep') : t('dialog.stay')}
        kind={isDangerous ? 'danger' : 'gold'}
        onConfirm={onClose}
        onClose={onClose}
      />
    )
  }
  const said = {
    done: [t('dialog.successTitle'), t('dialog.saved')],
    failed: [t('dialog.errorTitle'), t('error.network')],
    waiting: [t('dialog.warningTitle'), t('qr.unknown')],
  } as const
  const [title, text] = said[name]
  return <AlertDialog kind={name} title={title} text={text} okLabel={t('common.ok')} onClose={onClose} />
}

function SampleSheet({ isLong, onClose }: { isLong: boolean; onClose: () => void }): ReactNode {
  const { t } = useTexts()
  const [step, setStep] = useState(1)
  return (
    <Sheet
      title={step === 1 ? t('deposit.method.qr') : t('qr.choose')}
      closeLabel={t('aria.closeDialog')}
      onClose={onClose}
      back={step === 1 ? undefined : { label: t('common.back'), onBack: () => setStep(1) }}
      footer={
        <Button kind="gold" onClick={() => (step === 1 ? setStep(2) : onClose())}>
          {t(step === 1 ? 'common.continue' : 'common.close')}
        </Button>
      }
    >
      {Array.from({ length: isLong ? 24 : 2 }, (_, index) => (
        <p key={index}>{t('qr.exact')}</p>
      ))}
      <CopyButton text="123-4-56789-0" label={t('common.copy')} kind="tonal" {...copyTexts(t)} />
    </Sheet>
  )
}

/** What copying the sample says. */
function copyTexts(t: ReturnType<typeof useTexts>['t']): { doneText: string; failedText: string } {
  return { doneText: t('copy.success', { text: '123-4-56789-0' }), failedText: t('copy.fail') }
}

export function ToastButtons(): ReactNode {
  const { t } = useTexts()
  return (
    <Piece name="Toast and copy">
      <Button kind="line" onClick={() => showToast('done', t('dialog.saved'))}>
        {t('dialog.successTitle')}
      </Button>
      <Button kind="line" onClick={() => showToast('failed', t('error.network'))}>
        {t('dialog.errorTitle')}
      </Button>
      <div className={styles.row}>
        <span className="num">123-4-56789-0</span>
        <CopyButton text="123-4-56789-0" label={t('common.copy')} {...copyTexts(t)} />
      </div>
      <CopyButton text="123-4-56789-0" label={t('common.copy')} kind="tonal" {...copyTexts(t)} />
    </Piece>
  )
}

export function EmptyStates(): ReactNode {
  const { t } = useTexts()
  return (
    <>
      <Piece name="Empty state">
        <EmptyState
          text={t('statement.empty')}
          detail={t('statement.emptyText')}
          actionLabel={t('tile.deposit')}
          actionKind="gold"
        />
      </Piece>
      <Piece name="Empty state: not fetched">
        <EmptyState text={t('home.loadError')} detail={t('error.network')} actionLabel={t('common.retry')} />
      </Piece>
    </>
  )
}

export function NotePieces(): ReactNode {
  const { t } = useTexts()
  const retry = <SmallButton onClick={() => undefined}>{t('common.retry')}</SmallButton>
  return (
    <Piece name="Note">
      <Note drawing={shield}>{t('transfer.safe')}</Note>
      <Note tone="wait" drawing={clock}>
        <h3>{t('statement.status.IN_PROGRESS')}</h3>
        <p>{t('transfer.pending')}</p>
      </Note>
      <Note tone="out" drawing={alert}>
        {t('qr.offline')}
      </Note>
      <Note tone="gold" drawing={gift}>
        {t('deposit.credited')}
      </Note>
      <Note action={retry}>{t('home.loadError')}</Note>
    </Piece>
  )
}

export function Pagers(): ReactNode {
  const { t } = useTexts()
  const [page, setPage] = useState(10)
  const labels = {
    pager: t('aria.pagination'),
    first: t('pager.first'),
    previous: t('pager.previous'),
    next: t('pager.next'),
    last: t('pager.last'),
    page: (one: number) => t('aria.pageNumber', { page: one }),
  }
  return (
    <Piece name="Pager">
      <Pager page={page} pages={20} labels={labels} onGo={setPage} />
      <Pager page={1} pages={2} labels={{ ...labels, pager: `${labels.pager} 2` }} onGo={() => undefined} />
    </Piece>
  )
}

export function TabRows(): ReactNode {
  const { t } = useTexts()
  const [way, setWay] = useState<'qr' | 'bank' | 'wallet'>('qr')
  return (
    <Piece name="Tabs">
      <Tabs
        label={t('deposit.choose')}
        tabs={[
          { value: 'qr', label: t('deposit.method.qr'), drawing: qrCode },
          { value: 'bank', label: t('deposit.method.bank'), drawing: bank },
          { value: 'wallet', label: t('deposit.method.wallet'), drawing: gift },
        ]}
        value={way}
        onChoose={setWay}
      >
        <p>{t(`deposit.method.${way}`)}</p>
      </Tabs>
    </Piece>
  )
}

export function Proses(): ReactNode {
  const { t } = useTexts()
  const html = `<h3>${t('conditions.title')}</h3><p>${t('qr.exact')}</p><ul><li>${t('qr.gone')}</li></ul>`
  return (
    <Piece name="Prose of the operator">
      <Prose html={html} />
    </Piece>
  )
}
