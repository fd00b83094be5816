import type { ComponentType, ReactNode } from 'react'
import { useCallback, useEffect, useState } from 'react'
import { ApiError, errorText } from '../lib/api/api-error.ts'
import type { ModalName, OpenModal } from '../lib/modals.ts'
import { closeModal, closeModals, reopenModal, useOpenModals } from '../lib/modals.ts'
import { readTexts, loadTexts, useTexts } from '../lib/texts/texts.ts'
import { useModalDialog } from '../ui/modal-dialog.ts'
import { showToast } from '../ui/toast.tsx'
import styles from './modal-host.module.css'
import { modalParts } from './modals.tsx'
import { startAgainFor, takeWanted } from './start-again.ts'

type AnyModal = ComponentType<{ onClose: () => void }>

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

/** Fetches all modals ahead of their need; what fails then is tried again when it is opened. */
export function preloadModals(): void {
  for (const name of Object.keys(modalParts)) fetchModal(name as ModalName).catch(() => undefined)
}

/** Where the open modals are drawn, each over the one before. They go when another page comes. */
export function ModalHost({ path }: { path: string }): ReactNode {
  useEffect(() => closeModals, [path])
  useEffect(() => {
    const wanted = takeWanted()
    if (wanted !== undefined) reopenModal(wanted)
  }, [])
  const open = useOpenModals()
  const [, setFetches] = useState(0)
  const onFetched = useCallback(() => setFetches((count) => count + 1), [])
  // The dialog that opens last lies on top: what is above one that is still being fetched waits for it.
  const firstWaiting = open.findIndex((modal) => !fetched.has(modal.name))
  const drawn = firstWaiting === -1 ? open : open.slice(0, firstWaiting + 1)
  return drawn.map((modal) => <Modal key={modal.id} modal={modal} onFetched={onFetched} />)
}

function Modal({ modal, onFetched }: { modal: OpenModal; onFetched: () => void }): ReactNode {
  const { id, name, params } = modal
  const [Part, setPart] = useState(() => fetched.get(name))
  useEffect(() => {
    if (Part !== undefined) return
    fetchModal(name).then(
      (part) => {
        setPart(() => part)
        onFetched()
      },
      async () => {
        if (await startAgainFor(modal)) return
        closeModal(modal.id)
        showToast('failed', errorText(readTexts(), new ApiError({ kind: 'offline' })))
      },
    )
  }, [Part, modal, name, onFetched])
  const onClose = (): void => closeModal(id)
  return Part === undefined ? <Waiting onClose={onClose} /> : <Part {...params} onClose={onClose} />
}

/** A sheet without anything on it, while what stands on it is fetched. */
function Waiting({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTexts()
  const dialog = useModalDialog(onClose)
  return <dialog {...dialog} className={styles.waiting} aria-label={t('aria.loading')} aria-busy="true" />
}
