import { useEffect, useRef, useState } from 'react'
import type { Draft, Step, StepProps } from './register.rules.ts'
import { emptyDraft, stepToResume } from './register.rules.ts'
import { dropDraft, keepDraft, readDraft } from './registration-kept.ts'

interface Drafting extends StepProps {
  readonly step: Step
  /** The registration is done: nothing of it is kept. */
  readonly end: () => void
}

/**
 * What was typed, and the step that is drawn. A reload goes on with both. The step stands in the entry of the browser's
 * history, which outlives the page: whoever comes by a link or types the address begins at the first one.
 */
export function useDraft(storedCode: string | null, isLaos: boolean): Drafting {
  const [draft, setDraft] = useState<Draft>(() => {
    const typed = { ...emptyDraft('', isLaos), ...readDraft() }
    return storedCode === null ? typed : { ...typed, inviteCode: storedCode }
  })
  const [step, setStep] = useState<Step>(() => stepToResume(readState()['registerStep'], draft, isLaos))
  const keptDraft = useRef(draft)
  const isDone = useRef(false)
  useEffect(() => {
    if (draft === keptDraft.current || isDone.current) return
    keptDraft.current = draft
    keepDraft(draft)
  }, [draft])
  useEffect(() => {
    const { registerStep = 'phone', ...state } = readState()
    if (registerStep !== step) history.replaceState({ ...state, registerStep: step }, '')
  }, [step])
  return {
    draft,
    step,
    change: (part) => setDraft((before) => ({ ...before, ...part })),
    go: setStep,
    end: () => {
      isDone.current = true
      dropDraft()
    },
  }
}

function readState(): Readonly<Record<string, unknown>> {
  return (history.state ?? {}) as Record<string, unknown>
}
