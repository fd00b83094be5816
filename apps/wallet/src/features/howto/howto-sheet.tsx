import { Icon, languageNames, languages } from '@krapao/web'
import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { useTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { play } from '../../ui/drawings.tsx'
import { Prose } from '../../ui/prose.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import type { HowtoEntry } from './entries.ts'
import { durationText, fileOf, megabytesText, recordingFor } from './howto.rules.ts'
import { useOperatorSteps } from './howto.api.ts'
import styles from './howto-sheet.module.css'

/** A video with its title and controls (decisions section 4), and the same in words for whoever saves his data. */
export function HowtoSheet({ entry, onClose }: { entry: HowtoEntry; onClose: () => void }): ReactNode {
  const { find, t } = useTexts()
  const title = find(entry.titleId) ?? ''
  const said = useOperatorSteps(entry.id)
  return (
    <Sheet title={title} closeLabel={t('aria.closeDialog')} onClose={onClose}>
      <Player entry={entry} title={title} />
      <h3 className={styles.heading}>{t('howto.steps')}</h3>
      <ol className={styles.steps}>
        {said === undefined
          ? entry.stepIds.map((id) => <li key={id}>{find(id)}</li>)
          : said.map((html) => (
              <li key={html}>
                <Prose html={html} />
              </li>
            ))}
      </ol>
    </Sheet>
  )
}

/** Nothing of the video is fetched before it is started: its drawing, its length and its weight stand there until then. */
function Player({ entry, title }: { entry: HowtoEntry; title: string }): ReactNode {
  const { language, t } = useTexts()
  const recording = recordingFor(entry.id, language)
  const video = useRef<HTMLVideoElement>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const [isStarted, setIsStarted] = useState(false)
  const start = (): void => {
    setIsStarted(true)
    // A browser that refuses, and a video that does not come, are told of by the video itself.
    video.current?.play().catch(() => undefined)
    video.current?.focus()
  }
  const retry = (): void => {
    setHasFailed(false)
    video.current?.load()
    start()
  }
  const fail = (): void => setHasFailed(true)
  return (
    <>
      <div className={styles.stage}>
        <video
          ref={video}
          className={styles.video}
          controls={isStarted}
          tabIndex={isStarted ? 0 : -1}
          playsInline
          preload="none"
          poster={entry.poster}
          width="390"
          height="780"
          aria-label={t('aria.videoPlayer', { title })}
          onError={fail}
          onPlaying={() => setHasFailed(false)}
        >
          <source src={fileOf(recording, 'webm')} type="video/webm" />
          {/* The last that a browser tries: when it fails too, all have. */}
          <source src={fileOf(recording, 'mp4')} type="video/mp4" onError={fail} />
          {/* The reader's own first, shown by itself; the others by the player's menu. */}
          <track
            kind="captions"
            srcLang={language}
            label={languageNames[language]}
            src={fileOf(recording, `${language}.vtt`)}
            default
          />
          {languages
            .filter((other) => other !== language)
            .map((other) => (
              <track
                key={other}
                kind="captions"
                srcLang={other}
                label={languageNames[other]}
                src={fileOf(recording, `${other}.vtt`)}
              />
            ))}
        </video>
        {isStarted ? null : (
          <button type="button" className={styles.start} onClick={start}>
            <span>
              <Icon drawing={play} />
            </span>
            {t('howto.play')}
          </button>
        )}
      </div>
      {hasFailed ? (
        <div className={styles.failed} role="alert">
          <p>{t('howto.videoError')}</p>
          <Button kind="tonal" onClick={retry}>
            {t('common.retry')}
          </Button>
        </div>
      ) : (
        <p className={`${styles.note} num`}>
          {t('howto.duration', { time: durationText(recording.durationS) })} ·{' '}
          {t('howto.size', { size: megabytesText(recording.bytes) })}
        </p>
      )}
    </>
  )
}
