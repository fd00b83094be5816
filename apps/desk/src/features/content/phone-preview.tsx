import type { ContentPart } from '@krapao/contract'
import type { Language } from '@krapao/web'
import { languageNames, languages } from '@krapao/web'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Panel } from '../../ui/panel.tsx'
import { tabPanel, Tabs } from '../../ui/tabs.tsx'
import type { Overview } from './content.api.ts'
import { filledIn } from './content-documents.ts'
import { useContentTexts } from './content-words.ts'
import styles from './content-page.module.css'

const PANEL = 'content-phone'
const themes = ['dark', 'light'] as const
const widths = [360, 320] as const
/** What is typed is shown when the hand rests. */
const REST_MS = 300

/** The wallet itself with what is written here in place of what stands, in a phone: no copy of it. */
export function PhonePreview({
  url,
  part,
  document,
  fillIns,
}: {
  url: string
  part: ContentPart
  document: unknown
  fillIns: Overview['fillIns']
}): ReactNode {
  const { words, t, language: own } = useContentTexts()
  const [language, setLanguage] = useState<Language>(own)
  const [theme, setTheme] = useState<(typeof themes)[number]>('dark')
  const [width, setWidth] = useState<(typeof widths)[number]>(360)
  const [banner, setBanner] = useState<'banners' | 'refund'>('banners')
  const frame = useRef<HTMLIFrameElement>(null)
  const [ready, setReady] = useState('')
  const show = useEffectEvent(() => {
    frame.current?.contentWindow?.postMessage(
      { part, document: filledIn(part, document, fillIns) },
      new URL(url).origin,
    )
  })
  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent): void => {
      if (source !== frame.current?.contentWindow || data !== 'ready') return
      setReady(frame.current?.src ?? '')
      show()
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [])
  useEffect(() => {
    const timer = setTimeout(show, REST_MS)
    return () => clearTimeout(timer)
  }, [document])
  const address = `${url}#${part === 'banners' ? banner : part}/${language}/${theme}`
  return (
    <Panel
      title={words('phone.title')}
      action={
        <Tabs
          tabs={languages.map((id) => ({ id, label: languageNames[id] }))}
          active={language}
          label={t('nav.language')}
          panelId={PANEL}
          isPlain
          onChoose={setLanguage}
        />
      }
    >
      <div className={styles.phone} {...tabPanel(PANEL, language)}>
        <div className={styles.screen}>
          <iframe
            // Another address behind the # is no other page to a browser.
            key={address}
            ref={frame}
            src={address}
            title={words('phone.frame', { language: languageNames[language] })}
            data-width={width}
            // White until the page is there, which is none of either theme.
            data-ready={ready === address}
          />
        </div>
        {part === 'banners' ? (
          <div className={styles.switches}>
            <Switches
              of={['banners', 'refund']}
              chosen={banner}
              nameOf={(one) => words(one === 'banners' ? 'banner.invite' : 'banner.refund')}
              onChoose={setBanner}
            />
          </div>
        ) : null}
        <div className={styles.switches}>
          <Switches of={themes} chosen={theme} nameOf={(one) => words(`phone.${one}`)} onChoose={setTheme} />
          <Switches of={widths} chosen={width} nameOf={String} onChoose={setWidth} />
        </div>
      </div>
    </Panel>
  )
}

/** One of few, each a button of its own. */
function Switches<One extends string | number>({
  of,
  chosen,
  nameOf,
  onChoose,
}: {
  of: readonly One[]
  chosen: One
  nameOf: (one: One) => string
  onChoose: (one: One) => void
}): ReactNode {
  return of.map((one) => (
    <button key={one} type="button" className="num" aria-pressed={one === chosen} onClick={() => onChoose(one)}>
      {nameOf(one)}
    </button>
  ))
}
