import { describe, expect, it } from 'vitest'
import { allCalls } from './all-calls.ts'
import { isCode } from './codes.ts'
import { openApiDocument } from './openapi.ts'
import { operationCalls } from './operations.ts'
import { refusalsOf } from './refusals.ts'

const document = openApiDocument([...allCalls, ...operationCalls])

/** All values of a key anywhere in the document. */
function valuesOf(key: string, node: unknown): unknown[] {
  if (typeof node !== 'object' || node === null) return []
  const own = Object.entries(node).filter(([name]) => name === key)
  return [...own.map(([, value]) => value), ...Object.values(node).flatMap((value) => valuesOf(key, value))]
}

function resolve(reference: string): unknown {
  const steps = reference.replace(/^#\//, '').split('/')
  return steps.reduce<unknown>(
    (node, step) => Object.entries(node ?? {}).find(([name]) => name === step)?.[1],
    document,
  )
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

describe('the OpenAPI document', () => {
  it('holds every call, and one with an optional parameter twice', () => {
    const described = new Map(operations.map(({ method, operation }) => [operation.operationId, method]))
    for (const { name, method } of [...allCalls, ...operationCalls]) {
      expect(described.get(name), name).toBe(method.toLowerCase())
    }
    expect(Object.keys(document.paths['/api/qrcode/{qrcodeIdOrBankCode}'] ?? {}).sort()).toEqual([
      'delete',
      'get',
      'post',
    ])
    expect(document.paths['/api/autoLogin/{provider}/{username}']?.get).toMatchObject({ operationId: 'autoLogin' })
    expect(operations).toHaveLength(allCalls.length + operationCalls.length + 1)
  })

  it('says of each call that it may be asked to come again, and when', () => {
    for (const { operation, path } of operations) {
      const { responses } = operation as { responses: Record<string, { headers?: object }> }
      if (responses['503'] === undefined) continue
      expect(responses['503'].headers, path).toHaveProperty('retry-after')
    }
    expect(operations.filter(({ operation }) => '503' in Object(operation.responses)).length).toBeGreaterThan(80)
  })

  it('names each operation once', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(operations.length)
  })

  it('describes exactly the parameters of each path', () => {
    for (const { path, operation } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      const described = valuesOf('parameters', operation)
        .flat()
        .filter((parameter): parameter is { name: string } => Object(parameter).in === 'path')
      expect(
        described.map(({ name }) => name),
        path,
      ).toEqual(inPath)
      expect(described.every((parameter) => Object(parameter).required === true)).toBe(true)
    }
  })

  it('refers only to what it holds', () => {
    const references = valuesOf('$ref', document)
    expect(references.length).toBeGreaterThan(100)
    for (const reference of references) expect(resolve(String(reference)), String(reference)).toBeDefined()
  })

  it('survives JSON, holds no dialect of its parts, and no functions of the schemas', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document)
    expect(valuesOf('$schema', document)).toEqual([])
    expect(valuesOf('$defs', document)).toEqual([])
  })

  it('asks members for a token, lets guests go without, and machines sign', () => {
    const securityOf = (path: string, method: string) => document.paths[path]?.[method]?.security
    expect(securityOf('/api/wallet', 'get')).toEqual([{ bearer: [] }])
    expect(securityOf('/api/chat/history', 'post')).toEqual([{ bearer: [] }, {}])
    expect(securityOf('/api/hooks/bank', 'post')).toEqual([{ signature: [] }])
    expect(securityOf('/api/login', 'post')).toEqual([])
  })

  it('offers the key where money moves or a message is sent, and nowhere else', () => {
    const withKey = operations.filter(({ operation }) =>
      valuesOf('$ref', operation.parameters).includes('#/components/parameters/IdempotencyKey'),
    )
    const wanted = allCalls.filter(({ idempotent, keyed }) => idempotent || keyed).map(({ name }) => name)
    expect(withKey.map(({ operation }) => operation.operationId).sort()).toEqual([...wanted].sort())
  })

  it('takes uploads as multipart', () => {
    expect(document.paths['/api/wallet/slip']?.post?.requestBody).toMatchObject({
      content: { 'multipart/form-data': { schema: { required: ['file'] } } },
    })
  })
})

describe('refusals', () => {
  it.each(allCalls.map((call) => [call.name, call] as const))('of %s are codes by status', (_name, call) => {
    const refusals = refusalsOf(call)
    for (const [status, codes] of refusals) {
      expect(status).toBeGreaterThanOrEqual(400)
      expect(codes.every(isCode)).toBe(true)
    }
    const all = [...refusals.values()].flat()
    expect(call.codes.filter((code) => !all.includes(code))).toEqual([])
    // Anybody and machines are known by no token: those who prove who they are otherwise say so by themselves.
    const bringsToken = call.caller !== 'anybody' && call.caller !== 'machine'
    const isProven = call.codes.includes('WRONG_CREDENTIAL') || call.codes.includes('UNAUTHORIZED')
    expect(refusals.has(401)).toBe(bringsToken || isProven)
    // A database that is away for the moment.
    expect(refusals.get(503)).toContain('INTERNAL_SERVER_ERROR')
  })

  it('of what must outlive the operator do not hold gone', () => {
    const lasting = allCalls.filter((call) => !refusalsOf(call).has(410)).map(({ path }) => path)
    expect(lasting.sort()).toEqual([
      '/api/hooks/:party',
      '/api/hooks/bank',
      '/api/hooks/games/:code/VerifySession',
      '/api/hooks/twilio',
      '/api/lookup/active',
    ])
  })
})
