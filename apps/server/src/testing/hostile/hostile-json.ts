import fc, { type Arbitrary } from 'fast-check'

/**
 * JSON as text, near the shapes of the contract and far from them. It is text because the worst of it no program of ours
 * would write: -0, 1e400, a key twice, `__proto__`, half of a surrogate pair, ten thousand brackets.
 */

/** As much of a valibot schema as is looked at. */
export interface Shape {
  type: string
  entries?: Record<string, Shape>
  wrapped?: Shape
  options?: readonly unknown[]
  item?: Shape
  literal?: unknown
  pipe?: readonly { type: string; requirement?: unknown }[]
}

/** Texts that mean something to the server, in a field or a part of a path of this name. */
export type WordsOf = (name: string) => Arbitrary<string>

const numbers = [
  ...[
    '0',
    '-0',
    '0.0',
    '1',
    '-1',
    '0.01',
    '0.001',
    '0.005',
    '1.005',
    '4.35',
    '99.99',
    '1e-7',
    '5e-324',
    '2',
    '20',
    '100',
  ],
  ...[
    '1e2',
    '1E+2',
    '100.10',
    '499.995',
    '500',
    '1000',
    '50000',
    '50000.01',
    '0.1234567890123456789',
    '1e5',
    '123456789',
  ],
  ...['99999999999.99', '100000000000', '123456789012', '999999999999.99', '1e12', '1e21', '1e308', '1e400', '-1e400'],
  ...['9007199254740991', '9007199254740993', '2147483648', '-2147483649', '1e1000000', '0.30000000000000004'],
]

const strings = [
  ...['', ' ', '\0', 'a\0b', '\uD800', 'x\uDC00', '\uFEFF', '\u202Eabc', '\u200B', 'e\u0301', '😀'.repeat(40), 'ราตรี'],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'null',
    'undefined',
    'NaN',
    'true',
    '0',
    '-1',
    '1e9',
    '[]',
  ],
  ...[
    "' or 1=1--",
    '"; drop table member',
    '$1',
    '%s%n',
    '${7*7}',
    '{{7*7}}',
    '../../etc/passwd',
    '\\',
    '/',
    '%00',
    '%',
    '(',
    '\r\nx: y',
  ],
  ...['<script>alert(1)</script>', '2026-02-30T25:61:61Z', 'x'.repeat(65), 'x'.repeat(2_000), 'ก'.repeat(20_000)],
]

const strangeTexts = fc.oneof(fc.constantFrom(...strings), fc.string({ unit: 'binary', maxLength: 30 }))

const quoted = (value: string): string => JSON.stringify(value)

const key = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'then',
    '',
    '0',
    'a.b',
    '\0',
    '$where',
    'page',
    'memberId',
  ),
  fc.string({ maxLength: 12 }),
)

/** JSON of any kind, hostile for its kind, or for coming where another kind is meant. */
export const anyJson: Arbitrary<string> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('null', 'true', 'false', '{}', '[]', '[{}]', '[[]]', '{"":{}}', '[null]', '""'),
  },
  { weight: 4, arbitrary: fc.constantFrom(...numbers) },
  { weight: 4, arbitrary: fc.constantFrom(...strings).map(quoted) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }).map(quoted) },
  { weight: 2, arbitrary: fc.json({ maxDepth: 3 }) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 1, max: 12_000 }).map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`),
  },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 1, max: 4_000 }).map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
  },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 100, max: 6_000 }).map((length) => `[${Array(length).fill('1').join(',')}]`),
  },
)

function wrapped(shape: Shape): Shape {
  return shape.wrapped ?? { type: 'unknown' }
}

/** The words that a text of this shape may be, where the contract names them. */
function namedWords(shape: Shape): string[] {
  const values = shape.pipe?.find((step) => step.type === 'values')?.requirement
  return Array.isArray(values) ? values.map(String) : []
}

/** What is made the same in all places of a value: how each part is made, and how often one is missing or too many. */
interface Making {
  wordsOf: WordsOf
  part: (shape: Shape, name: string) => Arbitrary<string>
  isStrange: boolean
}

/** JSON of the shape itself; its texts are words of their names for the most part. */
export function properJson(shape: Shape, wordsOf: WordsOf, name = ''): Arbitrary<string> {
  const part = (inner: Shape, innerName: string) => properJson(inner, wordsOf, innerName)
  return jsonOf(shape, name, { wordsOf, part, isStrange: false })
}

/** JSON that is right but for one of its parts, which is strange for its kind: what a handler trips over by itself. */
export function oddJson(shape: Shape, wordsOf: WordsOf): Arbitrary<string> {
  const entries = Object.entries(shape.entries ?? {})
  if (entries.length === 0) return properJson(shape, wordsOf)
  return fc.constantFrom(...entries.map(([name]) => name)).chain((odd) => {
    const parts = entries.map(([name, inner]) => {
      const value = name === odd ? strangeFor(inner) : rightJson(inner, wordsOf, name)
      return value.map((text) => `${quoted(name)}:${text}`)
    })
    return fc.tuple(...parts).map((written) => `{${written.join(',')}}`)
  })
}

/** JSON of the shape that is right in all its parts, as far as words of their names are. */
function rightJson(shape: Shape, wordsOf: WordsOf, name: string): Arbitrary<string> {
  if (shape.wrapped) return rightJson(shape.wrapped, wordsOf, name)
  if (shape.type === 'number') return fc.constantFrom('1', '2', '10', '20', '100', '100.5')
  if (shape.type !== 'string') return properJson(shape, wordsOf, name)
  const named = namedWords(shape)
  return (named.length > 0 ? fc.constantFrom(...named) : wordsOf(name)).map(quoted)
}

function strangeFor(shape: Shape): Arbitrary<string> {
  if (shape.wrapped) return strangeFor(shape.wrapped)
  if (shape.type === 'number') return fc.constantFrom(...numbers)
  if (shape.type === 'string') return strangeTexts.map(quoted)
  return anyJson
}

/** JSON near the shape: mostly of it, with parts that are absent, of another kind, or too many. */
export function nearJson(shape: Shape, wordsOf: WordsOf, name = ''): Arbitrary<string> {
  const part = (inner: Shape, innerName: string) => nearJson(inner, wordsOf, innerName)
  const json = jsonOf(shape, name, { wordsOf, part, isStrange: true })
  return shape.type === 'object' ? json : fc.oneof({ weight: 4, arbitrary: json }, { weight: 1, arbitrary: anyJson })
}

function jsonOf(shape: Shape, name: string, making: Making): Arbitrary<string> {
  switch (shape.type) {
    case 'object':
    case 'loose_object':
      return objectOf(shape.entries ?? {}, making)
    case 'optional':
    case 'nullish':
    case 'nullable':
    case 'exact_optional':
      return making.part(wrapped(shape), name)
    case 'string':
      return textOf(shape, making.wordsOf(name))
    case 'number':
      return fc.oneof(
        fc.constantFrom(...numbers),
        fc.integer({ min: 0, max: 300_000 }).map((minor) => String(minor / 100)),
      )
    case 'boolean':
      return fc.constantFrom('true', 'false')
    case 'literal':
      return fc.constant(JSON.stringify(shape.literal))
    case 'picklist':
      return fc.constantFrom(...(shape.options ?? []).map((option) => JSON.stringify(option)))
    case 'variant':
    case 'union':
      return fc.oneof(...((shape.options ?? []) as readonly Shape[]).map((option) => making.part(option, name)))
    case 'array':
      return fc
        .array(making.part(shape.item ?? { type: 'unknown' }, name), { maxLength: 4 })
        .map((items) => `[${items.join(',')}]`)
    default:
      return anyJson
  }
}

function textOf(shape: Shape, words: Arbitrary<string>): Arbitrary<string> {
  const named = namedWords(shape)
  const known = named.length > 0 ? fc.constantFrom(...named) : words
  return fc.oneof({ weight: 3, arbitrary: known }, { weight: 1, arbitrary: strangeTexts }).map(quoted)
}

function objectOf(entries: Record<string, Shape>, { part, isStrange }: Making): Arbitrary<string> {
  const own = Object.entries(entries).map(([name, shape]) => {
    const entry = part(shape, name).map((value) => `${quoted(name)}:${value}`)
    return isStrange ? fc.option(entry, { freq: 12, nil: '' }) : entry
  })
  const names = Object.keys(entries)
  const extraKey = names.length > 0 ? fc.oneof(key, fc.constantFrom(...names)) : key
  const extra = fc.array(
    fc.tuple(extraKey, anyJson).map(([name, value]) => `${quoted(name)}:${value}`),
    { maxLength: isStrange ? 1 : 0 },
  )
  return fc
    .tuple(fc.tuple(...own), extra)
    .map(([known, others]) => `{${[...known, ...others].filter((entry) => entry !== '').join(',')}}`)
}

/** Bytes that are no JSON, or JSON of another encoding, made by damaging some that are. */
export function brokenJson(sound: Arbitrary<string>): Arbitrary<Buffer> {
  const damage: ((text: string, at: number) => Buffer)[] = [
    (text, at) => Buffer.from(text.slice(0, at)),
    (text, at) => Buffer.from(`${text.slice(0, at)}\0${text.slice(at)}`),
    (text, at) => Buffer.from(`${text.slice(0, at)},${text.slice(at)}`),
    (text, at) =>
      Buffer.concat([Buffer.from(text.slice(0, at)), Buffer.from([0xff, 0xc0, 0xaf]), Buffer.from(text.slice(at))]),
    (text) => Buffer.from(text, 'utf16le'),
    (text) => Buffer.from(`\uFEFF${text}`),
    (text) => Buffer.from(`${text}${text}`),
    (text) => Buffer.from(`// note\n${text}`),
    (text) => Buffer.from(text.replaceAll('"', "'")),
    (text) => Buffer.from(text.replaceAll(/\d+/g, 'NaN')),
    () => Buffer.from('['.repeat(60_000)),
    () => Buffer.from(`"${'x'.repeat(70_000)}"`),
    () => Buffer.from(' '),
    () => Buffer.alloc(0),
  ]
  return fc
    .tuple(sound, fc.constantFrom(...damage), fc.nat({ max: 400 }))
    .map(([text, spoil, at]) => spoil(text, Math.min(at, text.length)))
}
