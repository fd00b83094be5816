import type { Shape } from './hostile-json.ts'

/** The shape itself, out of what says that it may be absent. */
export const unwrapShape = (shape: Shape): Shape => (shape.wrapped ? unwrapShape(shape.wrapped) : shape)

/** A value that has the shape, and no more than that. */
export function valueOf(shape: Shape): unknown {
  const { type, entries = {}, options = [], literal, pipe } = unwrapShape(shape)
  if (type === 'object') {
    return Object.fromEntries(Object.entries(entries).map(([name, inner]) => [name, valueOf(inner)]))
  }
  if (type === 'variant') return valueOf(options[0] as Shape)
  if (type === 'number') return 1
  if (type === 'boolean') return true
  if (type === 'literal') return literal
  const words = pipe?.find((step) => step.type === 'values')?.requirement
  return Array.isArray(words) ? String(words[0]) : '2026-11-21T00:00:00.000Z'
}

/** A field of a body: the names that lead to it, and its shape. Of what has several shapes it is the first. */
export function* fieldsOf(shape: Shape, path: readonly string[] = []): Generator<{ path: string[]; shape: Shape }> {
  const { type, entries = {}, options = [] } = unwrapShape(shape)
  if (type === 'variant') yield* fieldsOf(options[0] as Shape, path)
  for (const [name, inner] of Object.entries(entries)) {
    yield { path: [...path, name], shape: inner }
    yield* fieldsOf(inner, [...path, name])
  }
}

/** The body with another value in one of its fields. */
export function withField(body: unknown, [name = '', ...rest]: readonly string[], value: unknown): unknown {
  const object = body as Record<string, unknown>
  return { ...object, [name]: rest.length === 0 ? value : withField(object[name], rest, value) }
}
