import type { Offer } from '@krapao/contract'
import { BonusCardFace, bonusCardClass, Icon, languageNames, languages } from '@krapao/web'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { formatBaht } from '../../lib/formats.ts'
import { usePlaceTexts } from '../../lib/texts/texts.ts'
import { gift } from '../../ui/drawings.tsx'
import { Panel } from '../../ui/panel.tsx'
import table from './bonuses-texts.json' with { type: 'json' }
import { exampleOf } from './offer-values.ts'
import styles from './bonuses-page.module.css'

/** A count as far as it can be read of what is typed. */
const count = (value: number): string => (Number.isNaN(value) ? '-' : String(value))

/** A picture once it is there: one that only the wallet's origin has, or that was mistyped, is left out. */
function useShownPicture(address: string | undefined): string | undefined {
  const [shown, setShown] = useState<string>()
  useEffect(() => {
    if (address === undefined) return undefined
    const picture = new Image()
    picture.addEventListener('load', () => setShown(address))
    picture.src = address
    return () => picture.removeAttribute('src')
  }, [address])
  return shown === address ? shown : undefined
}

/** The card as a player finds it, and what it says when he opens it, in each language: what is typed is drawn at once. */
export function OfferPreview({ offer }: { offer: Offer }): ReactNode {
  const { words } = usePlaceTexts(table)
  const example = exampleOf(offer)
  const picture = useShownPicture(offer.banners[0]?.image)
  return (
    <Panel title={words('bonuses.preview')} aside={words('bonuses.previewHint')}>
      <div className={styles.phones}>
        {languages.map((language) => {
          // In the language of that phone, not of whoever looks at it.
          const said = (id: keyof typeof table, value = ''): string =>
            table[id][language].replace('{max}', value).replace('{amount}', value).replace('{percent}', value)
          return (
            <figure key={language} className={styles.phone} lang={language}>
              <figcaption>{languageNames[language]}</figcaption>
              <div className={styles.screen}>
                <b>{said('player.title')}</b>
                <div className={`${bonusCardClass} ${styles.card}`} data-state="open">
                  <BonusCardFace
                    picture={picture}
                    sign={<Icon drawing={gift} />}
                    name={offer.names[language].trim() === '' ? '…' : offer.names[language]}
                    kind={said(`player.${offer.kind}`)}
                    line={said('player.count', count(offer.maxReceived))}
                  />
                </div>
                <p className={styles.says}>{offer.descriptions[language]}</p>
                <p className={styles.example}>{said('player.example', formatBaht(example.deposit))}</p>
                <dl>
                  <div>
                    <dt>{said('player.sum')}</dt>
                    <dd className="num">
                      ฿{formatBaht(example.deposit)} + ฿{formatBaht(example.bonus)}
                    </dd>
                  </div>
                  <div>
                    <dt>{said('player.goal', count(offer.percentSuccess))}</dt>
                    <dd className="num">฿{formatBaht(example.passFrom)}</dd>
                  </div>
                  <div>
                    <dt>{said('player.failBelow')}</dt>
                    <dd className="num">฿{formatBaht(example.failBelow)}</dd>
                  </div>
                </dl>
                <span className={styles.choose} aria-hidden="true">
                  {said('player.receive')}
                </span>
              </div>
            </figure>
          )
        })}
      </div>
    </Panel>
  )
}
