import { useEffect, useRef, useState } from 'react'
import type { Draft, Step, StepProps } from './register.rules.ts'
import { emptyDraft, steps, stepToResume, stepToReturnTo } from './register.rules.ts'
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
  const entry = useRef(entryOf(readState()))
  useEffect(() => {
    if (draft === keptDraft.current || isDone.current) return
    keptDraft.current = draft
    keepDraft(draft)
  }, [draft])
  useEffect(() => {
    const { registerStep = 'phone', ...state } = readState()
    if (registerStep !== step) history.replaceState({ ...state, registerStep: step }, '')
  }, [step])
  useEffect(() => {
    const onBack = (): void => {
      const state = readState()
      if (isDone.current || state['sheet'] !== undefined) return
      // The same entry again: something that lay on top was closed, and meanwhile the step may have changed.
      if (entryOf(state) === entry.current) history.replaceState({ ...state, registerStep: step }, '')
      else setStep(stepToReturnTo(state['registerStep'], draft, isLaos))
      entry.current = entryOf(state)
    }
    addEventListener('popstate', onBack)
    return () => removeEventListener('popstate', onBack)
  }, [draft, isLaos, step])
  return {
    draft,
    step,
    change: (part) => setDraft((before) => ({ ...before, ...part })),
    // The browser's back leads to the step before; a step back by the wizard itself takes the place of the present one.
    go: (next) => {
      if (steps.indexOf(next) > steps.indexOf(step)) {
        entry.current += 1
        history.pushState({ registerStep: next, registerEntry: entry.current }, '')
      }
      setStep(next)
    },
    end: () => {
      isDone.current = true
      dropDraft()
    },
  }
}

/** Which of the entries that the wizard has made this is, counted from 0. */
function entryOf({ registerEntry }: Readonly<Record<string, unknown>>): number {
  return typeof registerEntry === 'number' ? registerEntry : 0
}

function readState(): Readonly<Record<string, unknown>> {
  return (history.state ?? {}) as Record<string, unknown>
}
