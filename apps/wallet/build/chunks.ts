import { globSync } from 'node:fs'
import { join } from 'node:path'

/** A file that several pages or sheets have in common. The sources in it are named by globs from the root of the checkout. */
export interface Chunk {
  readonly name: string
  readonly of: readonly string[]
  readonly but?: readonly string[]
  /** In how many of the others a source must be needed to be in this one: in two, or it stays where it is needed. */
  readonly minShareCount?: 2
}

/** Pieces that are drawn on sheets and steps alone. */
const sheetPieces = [
  'apps/wallet/src/ui/{amount-field,banner-sheet,copy-,history-table,parties,pocket,qr-picture,select-field,typed-amount}*',
  'packages/web/src/upload.ts',
  'packages/contract/src/uploads.ts',
]

/** The phone, the code of an SMS and a new password, of the forms of guests and of the recovery. */
const codes = [
  'apps/wallet/src/ui/{code,phone}-field.*',
  'apps/wallet/src/ui/new-password-fields.tsx',
  'apps/wallet/src/lib/{read-phone,use-phone,use-resend,use-sms-code}.ts',
]

/** Those that draw what the operator wrote, its words kept whole, on the pages of bonuses and contacts and on sheets. */
const proses = ['apps/wallet/src/ui/{banners,glossary,joined,prose,safe-html}.*', 'packages/web/src/join-words.ts']

/** Of what is live, and so in `live` or with who uses it. */
const line = ['packages/web/src/{live,socket-line,fetch-module}.ts']

/** What later pages and sheets share: few requests, and a short list of files in the first load. */
export const chunks: readonly Chunk[] = [
  {
    // To draw with, and modules of a few lines that guests' forms and members' pages have in common.
    name: 'pieces',
    of: [
      'apps/wallet/src/ui/**/*.*',
      'apps/wallet/src/lib/{bank-name,chat-backend,use-loaded}.ts',
      'packages/web/src/**/*.*',
      'packages/contract/src/limits.ts',
      'packages/contract/src/rules/*.ts',
    ],
    but: [
      ...[...sheetPieces, ...codes, ...proses, ...line],
      'apps/wallet/src/ui/talk.tsx',
      // Of gifts and guests, who are on one page each.
      'packages/contract/src/rules/g*',
    ],
    minShareCount: 2,
  },
  { name: 'prose', of: proses, minShareCount: 2 },
  { name: 'codes', of: codes },
  { name: 'sheets', of: sheetPieces, minShareCount: 2 },
  {
    // Live news and how times are written, which members' pages and the chat of guests have in common.
    name: 'live',
    of: ['apps/wallet/src/lib/{formats,guest-id,socket}.ts', ...line],
  },
  {
    // What members' pages stand in, with the server's data and the money in it as those pages share them, and with the
    // styles of home, which is where members come in: one sheet for both.
    name: 'member',
    of: [
      'apps/wallet/src/features/home/*.css',
      'apps/wallet/src/ui/tiles.module.css',
      'apps/wallet/src/app/{fetch-ahead,follow-money,member-area,member-menu,message-dialog,modal-host,modals,start-again,update-line}.*',
      'apps/wallet/src/lib/{awaited,balances,last-balance,modals,pager-labels,sent-money,wallet}.ts',
      'node_modules/@tanstack/**/*.js',
    ],
    // Asking for a list of answers is done by the deposit sheet alone.
    but: ['node_modules/@tanstack/**/{useQueries,queriesObserver}.js', 'apps/wallet/src/app/*.css'],
  },
  {
    // How money is moved, by sheets and by the page of bonuses.
    name: 'money',
    of: ['apps/wallet/src/lib/{money-call,use-money-call}.ts', 'packages/contract/src/money-refusals.ts'],
  },
  {
    // The page of contacts, which guests and members have in common, with what is the guests' own of it.
    name: 'contact',
    of: [
      'apps/wallet/src/app/{contact-with-chat,guest-contact}.tsx',
      'apps/wallet/src/features/contact/*.ts*',
      'apps/wallet/src/ui/talk.tsx',
    ],
  },
]

/** The chunks as the bundler takes them. */
export function chunkGroups(checkout: string) {
  return chunks.map(({ of, but = [], ...group }) => {
    const sources = new Set(globSync(of, { cwd: checkout, exclude: [...but] }).map((file) => join(checkout, file)))
    return { ...group, test: (id: string): boolean => sources.has(id.split('?')[0] ?? '') }
  })
}
