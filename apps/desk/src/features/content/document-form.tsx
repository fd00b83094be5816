import type { ContentAccount, ContentGame, ContentParagraphs, ContentPart } from '@krapao/contract'
import type { ReactNode } from 'react'
import { AccountsForm } from './accounts-form.tsx'
import type { Banners, Channels, Source } from './content-documents.ts'
import { isTextPart } from './content-documents.ts'
import type { FormProps } from './content-words.ts'
import { BannersForm, ChannelsForm, GamesForm, SourcesForm, TextsForm } from './text-forms.tsx'

/** The form of a part: each is as the file that furnishes the product has it. */
export function DocumentForm({ part, ...form }: FormProps<unknown> & { part: ContentPart }): ReactNode {
  // What a part says is of its form: the server has read it by its schema, or it was typed into this very form.
  const of = <Document,>(): FormProps<Document> => form as unknown as FormProps<Document>
  if (isTextPart(part)) return <TextsForm part={part} {...of<ContentParagraphs>()} />
  if (part === 'banners') return <BannersForm {...of<Banners>()} />
  if (part === 'channels') return <ChannelsForm {...of<Channels>()} />
  if (part === 'games') return <GamesForm {...of<readonly ContentGame[]>()} />
  if (part === 'sources') return <SourcesForm {...of<readonly Source[]>()} />
  return <AccountsForm {...of<readonly ContentAccount[]>()} />
}
