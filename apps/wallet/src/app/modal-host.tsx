import { useModalDialog } from '@krapao/web'
import type { ComponentType, ReactNode } from 'react'
import { useEffect, useState } from 'react'
import type { ModalName, OpenModal } from '../lib/modals.ts'
import { closeModal, closeModals, reopenModal, useOpenModals } from '../lib/modals.ts'
import { loadTexts, useTexts } from '../lib/texts/texts.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Sheet } from '../ui/sheet.tsx'
import styles from './modal-host.module.css'
import { modalParts } from './modals.tsx'
import { startAgainFor, takeWanted } from './start-again.ts'

type AnyModal = ComponentType<{ onClose: () => void }>

/** What there is of a modal's own code. */
type Fetch = { readonly Part: AnyModal } | 'coming' | 'failed'

const fetched = new Map<ModalName, AnyModal>()

async function fetchModal(name: ModalName): Promise<AnyModal> {
  const part = modalParts[name]
  if (part === undefined) throw new Error(`no feature draws the modal ${name}`)
  const [component] = await Promise.all([part.load(), loadTexts(part.texts)])
  // Its parameters were checked against its name when it was opened.
  const modal = component as AnyModal
  fetched.set(name, modal)
  return modal
}

/** What fetches each of the modals ahead of its need; what fails then is tried again when it is opened. */
export function modalPreloads(): (() => Promise<unknown>)[] {
  return Object.keys(modalParts).map((name) => () => fetchModal(name as ModalName))
}

/** Where the open modals are drawn, each over the one before. They go when another page comes. */
export function ModalHost({ path }: { path: string }): ReactNode {
  useEffect(() => closeModals, [path])
  useEffect(() => {
    const wanted = takeWanted()
    if (wanted !== undefined) reopenModal(wanted)
  }, [])
  const open = useOpenModals()
  return open.map((modal) => <Modal key={modal.id} modal={modal} isTop={modal === open.at(-1)} />)
}

/**
 * One modal. What opens last lies on top, so one that is still being fetched comes only when nothing is over it: an
 * answer about money waits for no code but its own.
 */
function Modal({ modal, isTop }: { modal: OpenModal; isTop: boolean }): ReactNode {
  const { id, name, params } = modal
  const [fetch, setFetch] = useState<Fetch>(() => {
    const Part = fetched.get(name)
    return Part === undefined ? 'coming' : { Part }
  })
  const [drawn, setDrawn] = useState(fetch)
  if (isTop && drawn !== fetch) setDrawn(fetch)
  useEffect(() => {
    if (fetch !== 'coming') return undefined
    let isGone = false
    const become = (next: Fetch): void => {
      if (!isGone) setFetch(next)
    }
    fetchModal(name).then(
      (Part) => become({ Part }),
      () => become('failed'),
    )
    return () => {
      isGone = true
    }
  }, [fetch, name])
  const onClose = (): void => closeModal(id)
  const onRetry = async (): Promise<void> => {
    // A part that came meanwhile, or that the browser lets be fetched again, needs no new page.
    const Part = await fetchModal(name).catch(() => undefined)
    if (Part !== undefined) setFetch({ Part })
    else await startAgainFor(modal)
  }
  if (typeof drawn === 'object') return <drawn.Part {...params} onClose={onClose} />
  if (!isTop) return null
  return drawn === 'failed' ? (
    <Failed {...params} onRetry={onRetry} onClose={onClose} />
  ) : (
    <Waiting isTall={modalParts[name]?.isTall === true} onClose={onClose} />
  )
}

/** A sheet without anything on it, while what stands on it is fetched. */
function Waiting({ isTall, onClose }: { isTall: boolean; onClose: () => void }): ReactNode {
  const { t } = useTexts()
  const dialog = useModalDialog(onClose)
  const className = `${styles.waiting} ${isTall ? styles.tall : ''}`
  return <dialog {...dialog} className={className} aria-label={t('aria.loading')} aria-busy="true" />
}

/** In place of a sheet that could not be fetched. Only the reader's press fetches the page again: it may be lost then. */
function Failed({
  said,
  onRetry,
  onClose,
}: {
  /** What it had to say of money. */
  said?: string
  onRetry: () => Promise<void>
  onClose: () => void
}): ReactNode {
  const { t } = useTexts()
  const [isTrying, setIsTrying] = useState(false)
  const retry = async (): Promise<void> => {
    setIsTrying(true)
    await onRetry()
    setIsTrying(false)
  }
  return (
    <Sheet title={t('common.partError')} closeLabel={t('aria.closeDialog')} onClose={onClose}>
      <EmptyState
        text={said ?? t('error.network')}
        actionLabel={t(isTrying ? 'common.loading' : 'common.retry')}
        onAction={() => {
          if (!isTrying) void retry()
        }}
      />
    </Sheet>
  )
}
