import type { ContentBanner, ContentGame, ContentParagraphs, ContentPart, ContentWords } from '@krapao/contract'
import { isBlank } from '@krapao/contract'
import { languages } from '@krapao/web'
import type { ReactNode } from 'react'
import { TextField } from '../../ui/field.tsx'
import type { Banners, Channels, Source } from './content-documents.ts'
import { changedAt } from './content-documents.ts'
import { type FormProps, useContentTexts } from './content-words.ts'
import { InThree } from './in-three.tsx'
import { PictureField } from './picture-field.tsx'
import { RowList } from './row-list.tsx'
import styles from './content-page.module.css'

const TEXT_MAX = 20_000
const NAME_MAX = 200
const empty: ContentWords = { th: '', lo: '', en: '' }

/** Paragraphs as rows of three, however many there are of a language. */
function rowsOf(document: ContentParagraphs): readonly ContentWords[] {
  const most = Math.max(...languages.map((language) => document[language].length))
  return Array.from({ length: most }, (_, index) => {
    const at = (language: keyof ContentWords): string => document[language][index] ?? ''
    return { th: at('th'), lo: at('lo'), en: at('en') }
  })
}

/** Paragraphs in three languages. */
export function TextsForm({
  part,
  document,
  wrong,
  onChange,
}: FormProps<ContentParagraphs> & { part: ContentPart }): ReactNode {
  const { words } = useContentTexts()
  const isSteps = part.startsWith('howto')
  const set = (rows: readonly ContentWords[]): void => {
    const of = (language: keyof ContentWords): string[] => rows.map((row) => row[language])
    onChange({ th: of('th'), lo: of('lo'), en: of('en') })
  }
  const rows = rowsOf(document)
  return (
    <RowList
      rows={rows}
      nameOf={(_, index) => words(isSteps ? 'text.step' : 'text.paragraph', { n: index + 1 })}
      addLabel={words(isSteps ? 'text.addStep' : 'text.addParagraph')}
      blank={empty}
      onChange={set}
    >
      {(row, index) => (
        <InThree
          label={words(isSteps ? 'text.step' : 'text.paragraph', { n: index + 1 })}
          value={row}
          path={(language) => `${language}.${index}`}
          rows={isSteps ? 2 : 5}
          maxLength={TEXT_MAX}
          wrong={wrong}
          onChange={(next) => set(changedAt(rows, index, next))}
        />
      )}
    </RowList>
  )
}

/** Banners in front of invites and of refunds. */
export function BannersForm({ document, wrong, onChange }: FormProps<Banners>): ReactNode {
  const { words } = useContentTexts()
  return (['invite', 'refund'] as const).map((where) => {
    const rows = document[where]
    const set = (next: readonly ContentBanner[]): void => onChange({ ...document, [where]: next })
    return (
      <section key={where} aria-label={words(`banner.${where}`)}>
        <h4 className={styles.small}>{words(`banner.${where}`)}</h4>
        <RowList
          rows={rows}
          nameOf={(_, index) => words('banner.n', { n: index + 1 })}
          addLabel={words('banner.add')}
          hasKey={where === 'invite'}
          blank={{ image: '', html: empty }}
          onChange={set}
        >
          {(row, index) => (
            <>
              <InThree
                label={words('banner.html')}
                value={row.html}
                path={(language) => `${where}.${index}.html.${language}`}
                rows={4}
                maxLength={TEXT_MAX}
                // A language that lacks is told of the whole text.
                wrong={(path) => wrong(path) ?? lackOf(row.html, path, wrong(`${where}.${index}.html`))}
                onChange={(html) => set(changedAt(rows, index, { ...row, html }))}
              />
              <PictureField
                label={words('banner.image')}
                value={row.image}
                error={wrong(`${where}.${index}.image`)}
                onChange={(image) => set(changedAt(rows, index, { ...row, image }))}
              />
            </>
          )}
        </RowList>
      </section>
    )
  })
}

/** What is wrong with a text as a whole, at the language that lacks. */
function lackOf(value: ContentWords, path: string, problem: string | undefined): string | undefined {
  const language = languages.find((one) => path.endsWith(`.${one}`)) ?? 'th'
  return isBlank(value[language]) ? problem : undefined
}

/** Where players reach the operator. */
export function ChannelsForm({ document, wrong, onChange }: FormProps<Channels>): ReactNode {
  const { words } = useContentTexts()
  return (
    <div className="stack">
      <div className={styles.three}>
        {(['lineName', 'lineLink'] as const).map((name) => (
          <TextField
            key={name}
            label={words(`channel.${name}`)}
            autoComplete="off"
            maxLength={500}
            value={document[name] ?? ''}
            error={wrong(name)}
            onChange={({ target }) => onChange({ ...document, [name]: target.value === '' ? null : target.value })}
          />
        ))}
      </div>
      <PictureField
        label={words('channel.lineQR')}
        value={document.lineQR ?? ''}
        error={wrong('lineQR')}
        onChange={(path) => onChange({ ...document, lineQR: path === '' ? null : path })}
      />
    </div>
  )
}

/** Games by their names, pictures and place, and whether one is being mended. */
export function GamesForm({ document, wrong, onChange }: FormProps<readonly ContentGame[]>): ReactNode {
  const { words, language } = useContentTexts()
  return (
    <RowList rows={document} nameOf={({ code, names }) => `${names[language]} (${code})`} isFixed onChange={onChange}>
      {(game, index) => {
        const set = (part: Partial<ContentGame>): void => onChange(changedAt(document, index, { ...game, ...part }))
        return (
          <>
            <InThree
              label={words('game.name')}
              value={game.names}
              path={(one) => `${index}.names.${one}`}
              maxLength={NAME_MAX}
              wrong={wrong}
              onChange={(names) => set({ names })}
            />
            <div className={styles.two}>
              {(['logo', 'background'] as const).map((name) => (
                <PictureField
                  key={name}
                  label={words(`game.${name}`)}
                  value={game[name]}
                  error={wrong(`${index}.${name}`)}
                  onChange={(path) => set({ [name]: path })}
                />
              ))}
            </div>
            <label className={styles.check}>
              <input
                type="checkbox"
                checked={game.maintenance}
                onChange={(event) => set({ maintenance: event.target.checked })}
              />
              <span>
                {words('game.maintenance')} <small>{words('game.maintenanceHint')}</small>
              </span>
            </label>
          </>
        )
      }}
    </RowList>
  )
}

/** Whence players may say that they came. */
export function SourcesForm({ document, wrong, onChange }: FormProps<readonly Source[]>): ReactNode {
  const { words, language } = useContentTexts()
  return (
    <RowList
      rows={document}
      nameOf={({ code, names }, index) => names[language] || code || words('source.n', { n: index + 1 })}
      addLabel={words('source.add')}
      blank={{ code: '', names: empty }}
      onChange={onChange}
    >
      {(source, index) => {
        const set = (part: Partial<Source>): void => onChange(changedAt(document, index, { ...source, ...part }))
        return (
          <>
            <InThree
              label={words('source.name')}
              value={source.names}
              path={(one) => `${index}.names.${one}`}
              maxLength={NAME_MAX}
              wrong={wrong}
              onChange={(names) => set({ names })}
            />
            <div className={styles.three}>
              <TextField
                label={words('source.code')}
                hint={words('source.codeHint')}
                autoComplete="off"
                maxLength={32}
                value={source.code}
                error={wrong(`${index}.code`)}
                onChange={(event) => set({ code: event.target.value.toUpperCase() })}
              />
            </div>
          </>
        )
      }}
    </RowList>
  )
}
