import { check, Icon } from '@krapao/web'
import type { MouseEvent, ReactNode } from 'react'
import { useEffect, useState } from 'react'
import type { ButtonKind } from './button.tsx'
import { Button, IconButton } from './button.tsx'
import { copyText } from './copy-text.ts'
import { copy } from './drawings.tsx'
import { SmallButton } from './small-button.tsx'
import { showToast } from './toast.tsx'

/** How long the button itself says that it has copied. */
const SIGN_MS = 2_000

/** Copies a text and says so. As an icon alone, or as a button of a kind with its words beside. */
export function CopyButton({
  text,
  label,
  word = label,
  doneText,
  failedText,
  kind,
}: {
  text: string
  label: string
  /** What stands on the button, where that is shorter than what it is called. */
  word?: string
  /** What the toast says when it is on the clipboard, and when it is not. */
  doneText: string
  failedText: string
  kind?: ButtonKind | 'small'
}): ReactNode {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setIsCopied(false), SIGN_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const onCopy = async (button: Element): Promise<void> => {
    const isDone = await copyText(text, button)
    setIsCopied(isDone)
    if (isDone) showToast('done', doneText, 'copy')
    else showToast('failed', failedText, 'copy')
  }
  const icon = <Icon drawing={isCopied ? check : copy} />
  if (kind === undefined) {
    return (
      <IconButton label={label} onClick={(event) => void onCopy(event.currentTarget)}>
        {icon}
      </IconButton>
    )
  }
  const button = { 'aria-label': label, onClick: (event: MouseEvent) => void onCopy(event.currentTarget as Element) }
  const words = (
    <>
      {icon}
      {word}
    </>
  )
  return kind === 'small' ? (
    <SmallButton {...button}>{words}</SmallButton>
  ) : (
    <Button kind={kind} {...button}>
      {words}
    </Button>
  )
}
