import type { Call } from '@krapao/contract'
import fc, { type Arbitrary } from 'fast-check'
import { anyJson, brokenJson, nearJson, oddJson, properJson, type Shape, type WordsOf } from './hostile-json.ts'

/** A request as it goes over the wire, but for who sends it. */
export interface HostileRequest {
  method: string
  /** The path with its query, as it stands in the request line. */
  target: string
  headers: Record<string, string>
  body: Buffer | undefined
  /** Whether it is sent with a good token, or, to the hooks, with a right signature. */
  isTrusted: boolean
}

const junkTargets = [
  ...[
    '%25',
    '%25zz',
    '%2525',
    '(',
    '%5C',
    '%',
    '%zz',
    '%00',
    '%2F',
    '%2e%2e',
    '..',
    '%ff%fe',
    '%E0%A4%A',
    '%C0%AF',
    '%F0%9F%98%80',
    '%ED%A0%80',
    '%u0041',
  ],
  ...[
    ';',
    ';a=b',
    '*',
    ':id',
    "'",
    '%22',
    '~',
    '__proto__',
    'constructor',
    '%5B%5D',
    '-1',
    '0',
    'null',
    '@',
    'a'.repeat(9_000),
  ],
]
const junkQueries = [
  ...[
    '',
    '?',
    '?a=1&a=2',
    '?__proto__[x]=1',
    '?constructor.prototype.x=1',
    '?%',
    '?%00=%00',
    '?=',
    '?&&&',
    '?a[]=1&a[b]=2',
  ],
  ...[
    '?page=-1&limit=1e9',
    '?e=1&s=2',
    '?e=99999999999&s=%00',
    `?${'a=b&'.repeat(2_000)}`,
    '??',
    '?a=%ff',
    '?amount=100',
  ],
]

/** Header values may hold what HTTP lets through: visible ASCII, spaces inside, and bytes above 127. */
const headerText = fc
  .array(fc.constantFrom(...' !"#$%&()*+,-./09:;<=>?@AZ[]^_`az{|}~\u00A0\u00FF'), { maxLength: 40 })
  .map((characters) => characters.join('').trim())
const headerJunk = fc.oneof(
  headerText,
  fc.constantFrom('', ',', ';', ';;q=1', 'x'.repeat(4_000), '*', '__proto__', '0', '-1', 'null', '\u00FF\u00FE', '%00'),
)

const contentTypes = [
  ...[
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'text/xml',
  ],
  ...[
    'application/json; charset=utf-16',
    'application/json; charset=nonsense',
    'application/json;;',
    'application/json, text/plain',
  ],
  ...[
    'APPLICATION/JSON',
    'application/problem+json',
    'application/*',
    '*/*',
    'json',
    '/',
    ';',
    'application/json\u00A0',
    '__proto__',
  ],
]
const contentType = fc.oneof(
  { weight: 12, arbitrary: fc.constant('application/json') },
  { weight: 1, arbitrary: fc.constantFrom(...contentTypes) },
  { weight: 1, arbitrary: headerJunk },
)

const keys = fc.oneof(
  fc.uuid(),
  fc.constantFrom('6f1f9f0e-5d3c-4c39-9e36-0c6c0a4f3f10', '6F1F9F0E-5D3C-4C39-9E36-0C6C0A4F3F10'),
  headerJunk,
)

/** Headers that mean something to a server, with values that mean nothing. */
const strangeHeaders = fc.record(
  {
    'idempotency-key': keys,
    'accept-language': fc.oneof(
      fc.constantFrom('lo', 'en-GB;q=0.5, th', 'th;q=nonsense', '*', 'en'.repeat(900)),
      headerJunk,
    ),
    'x-otp-token': headerJunk,
    'x-client': headerJunk,
    'x-signature': fc.oneof(fc.constantFrom('t=1,v1=00', `t=999999999999,v1=${'0'.repeat(64)}`, 't=,v1='), headerJunk),
    'x-forwarded-for': fc.oneof(fc.constantFrom('1.2.3.4', '::1, nonsense', '%s'), headerJunk),
    'x-request-id': headerJunk,
    'x-http-method-override': fc.constantFrom('DELETE', 'NONSENSE'),
    'if-none-match': fc.oneof(fc.constantFrom('*', 'W/"x"', '"'), headerJunk),
    'content-encoding': fc.constantFrom('gzip', 'br', 'nonsense', 'identity'),
    accept: fc.oneof(fc.constantFrom('text/html', 'image/png', ''), headerJunk),
    cookie: fc.oneof(fc.constantFrom('locale=lo', 'locale=../../x', 'locale=__'), headerJunk),
    origin: headerJunk,
    range: fc.constantFrom('bytes=0-1', 'bytes=-1', 'bytes=9-1,x'),
    expect: fc.constantFrom('nonsense', ''),
    'cache-control': headerJunk,
  },
  { requiredKeys: [] },
)

/** No token, and everything that is none. */
const badAuthorization = fc.oneof(
  fc.constantFrom(
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearer  x  y',
    'bearer null',
    'Basic eDp5',
    'Bearer __proto__',
    'Bearer '.repeat(400),
  ),
  headerJunk,
  headerText.map((text) => `Bearer ${text}`),
)

/** One part of a path: a word that means something here, or what breaks readers of addresses. */
function pathPart(words: Arbitrary<string>): Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: words.map((word) => encodeURIComponent(word)) },
    { weight: 2, arbitrary: fc.constantFrom(...junkTargets) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => encodeURIComponent(text)) },
  )
}

function targetOf(call: Call, wordsOf: WordsOf): Arbitrary<string> {
  const parts = call.path.slice(1).split('/')
  const filled = parts.map((part) => {
    if (!part.startsWith(':')) return fc.constant(part)
    const given = pathPart(wordsOf(part.replaceAll(/[:?]/g, '')))
    return part.endsWith('?') ? fc.option(given, { nil: undefined }) : given
  })
  const path = fc.tuple(...filled).map((found) => `/${found.filter((part) => part !== undefined).join('/')}`)
  const query = fc.oneof(
    { weight: 6, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.constantFrom(...junkQueries) },
  )
  return fc.tuple(path, query).map(([found, junk]) => `${found}${junk}`)
}

function bodyOf(call: Call, wordsOf: WordsOf): Arbitrary<Buffer | undefined> {
  if (!call.body) {
    const some = fc.oneof(
      anyJson.map((text) => Buffer.from(text)),
      brokenJson(anyJson),
    )
    return fc.oneof({ weight: 8, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: some })
  }
  // What is looked at of a schema is what valibot's objects have.
  const shape = call.body as unknown as Shape
  const near = nearJson(shape, wordsOf)
  return fc.oneof(
    { weight: 10, arbitrary: near.map((text) => Buffer.from(text)) },
    { weight: 10, arbitrary: oddJson(shape, wordsOf).map((text) => Buffer.from(text)) },
    { weight: 4, arbitrary: properJson(shape, wordsOf).map((text) => Buffer.from(text)) },
    { weight: 2, arbitrary: anyJson.map((text) => Buffer.from(text)) },
    { weight: 2, arbitrary: brokenJson(near) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  )
}

/**
 * Requests near a call of the contract, from its own schemas and their neighbours; `wordsOf` a name are texts that mean
 * something to the server there: codes, ids of this member and of others, phone numbers.
 */
export function hostileRequest(call: Call, wordsOf: WordsOf): Arbitrary<HostileRequest> {
  const headers = fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 2, arbitrary: strangeHeaders })
  const method = fc.oneof(
    { weight: 30, arbitrary: fc.constant(call.method) },
    { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND') },
  )
  return fc
    .record({
      method,
      target: targetOf(call, wordsOf),
      headers,
      type: contentType,
      body: bodyOf(call, wordsOf),
      isTrusted: fc.nat({ max: 7 }).map(Boolean),
      authorization: badAuthorization,
    })
    .map(({ type, authorization, headers: strange, ...request }) => {
      const sent: Record<string, string> = {}
      for (const [name, value] of Object.entries(strange)) if (value !== undefined) sent[name] = value
      if (request.body !== undefined) sent['content-type'] = type
      if (!request.isTrusted && authorization !== undefined) sent['authorization'] = authorization
      return { ...request, headers: sent }
    })
}
