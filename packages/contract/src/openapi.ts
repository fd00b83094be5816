import { type ConversionConfig, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import type { Call } from './call.ts'
import { type Code, codes } from './codes.ts'
import { APP_VERSION } from './limits.ts'
import { refusalsOf } from './refusals.ts'
import { bankAccount, banners, gameAccount, inviteBonus, profile, slip, userBonus, wallet } from './shapes.ts'

/** A JSON object of an OpenAPI document. */
interface Node {
  readonly [key: string]: unknown
}

interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: Node
  readonly servers: readonly Node[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Node>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, Node>>>>
}

/** Shapes that several calls share, described once. */
const sharedShapes = { bankAccount, banners, gameAccount, inviteBonus, profile, slip, userBonus, wallet }

/** The OpenAPI 3.1 description of calls. Rules that JSON Schema has no word for are left to the codes of the answers. */
export function openApiDocument(calls: readonly Call[]): OpenApiDocument {
  const places = calls.flatMap((call) => placesOf(call).map((place) => ({ call, ...place })))
  const paths: Record<string, Record<string, Node>> = {}
  for (const { call, template, parameters, operationId } of places) {
    const alike = places.filter((place) => place.template === template)
    const names = parameters.map((_, index) => sharedName(alike.map((place) => place.parameters[index] ?? '')))
    const path = names.reduce((rest, name) => rest.replace('{}', `{${name}}`), template)
    const renamed = new Map(parameters.map((name, index) => [name, names[index] ?? name]))
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call, operationId, renamed) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Krapao',
      version: APP_VERSION,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      description:
        'Amounts are numbers of baht with at most two decimals, times ISO 8601 in UTC with milliseconds. ' +
        'Whatever fails is answered with {message: CODE, details?}.',
    },
    servers: [{ url: '/', description: 'Where this document is served' }],
    paths,
    components: {
      schemas: { ...definitions(), Refusal: refusalSchema() },
      parameters: {
        IdempotencyKey: {
          name: 'idempotency-key',
          in: 'header',
          required: false,
          description:
            'Same key and same body within 24 hours (messages of the chat: ever): the first answer again, nothing twice.',
          schema: { type: 'string', format: 'uuid' },
        },
      },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        signature: {
          type: 'apiKey',
          in: 'header',
          name: 'x-signature',
          description: 't=UNIX,v1=HMAC-SHA-256 of `t.body` in hexadecimal, not older than 5 minutes',
        },
      },
    },
  }
}

interface Place {
  /** The path with `{}` for each parameter. */
  template: string
  parameters: readonly string[]
  operationId: string
}

/** Where a call stands: OpenAPI knows no optional path parameters, so a call with one stands at two paths. */
function placesOf(call: Call): readonly Place[] {
  const parameters = [...call.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
  const full = call.path.replaceAll(/:\w+\??/g, '{}').replace(/\/$/, '')
  if (!call.path.endsWith('?')) return [{ template: full, parameters, operationId: call.name }]
  const last = parameters.at(-1) ?? ''
  return [
    { template: full.slice(0, full.lastIndexOf('/')), parameters: parameters.slice(0, -1), operationId: call.name },
    { template: full, parameters, operationId: `${call.name}With${capitalised(last)}` },
  ]
}

/** Paths that differ only in what they call a parameter are one path to OpenAPI: the parameter has all these names. */
function sharedName(names: readonly string[]): string {
  const [first = '', ...others] = new Set(names)
  return [first, ...others.map(capitalised)].join('Or')
}

function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** @param pathParameters the names of the path's parameters, by those that the call has for them */
function operation(call: Call, operationId: string, pathParameters: ReadonlyMap<string, string>): Node {
  const parameters = [
    ...parametersOf(call.params, 'path').flatMap((parameter) => {
      const name = pathParameters.get(String(parameter['name']))
      return name === undefined ? [] : [{ ...parameter, name }]
    }),
    ...parametersOf(call.query, 'query'),
    ...(call.idempotent || call.keyed ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ]
  return {
    operationId,
    summary: call.summary,
    tags: [call.path.split('/')[2] ?? 'operations'],
    ...(parameters.length > 0 && { parameters }),
    ...requestBody(call),
    responses: responsesOf(call),
    security: securityOf(call),
  }
}

function parametersOf(schema: v.GenericSchema | undefined, place: 'path' | 'query'): readonly Node[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input')
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: shape,
  }))
}

function requestBody(call: Call): Node {
  if (call.upload) {
    const file = { type: 'string', contentMediaType: call.upload.types.join(', '), contentEncoding: 'binary' }
    const guestId = call.caller === 'member-or-guest' && { guestId: { type: 'string' } }
    const schema = { type: 'object', properties: { file, ...guestId }, required: ['file'] }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  if (!call.body) return {}
  const schema = jsonSchema(call.body, 'input')
  return { requestBody: { required: (schema.required ?? []).length > 0, content: { 'application/json': { schema } } } }
}

function responsesOf(call: Call): Node {
  const refusals = [...refusalsOf(call)].map(([status, refused]) => [String(status), refusal(status, refused)])
  const content = { [call.answerType ?? 'application/json']: { schema: jsonSchema(call.answer, 'output') } }
  return { 200: { description: call.summary, content }, ...Object.fromEntries(refusals) }
}

function refusal(status: number, refused: readonly Code[]): Node {
  return {
    description: refused.join(', '),
    ...((status === 503 || refused.includes('REQUEST_LIMIT')) && {
      headers: { 'retry-after': { description: 'Seconds to wait', schema: { type: 'integer' } } },
    }),
    content: {
      'application/json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/Refusal' }, { properties: { message: { enum: refused } } }],
        },
      },
    },
  }
}

function securityOf(call: Call): readonly Node[] {
  if (call.caller === 'member' || call.caller === 'agent') return [{ bearer: [] }]
  if (call.caller === 'member-or-guest') return [{ bearer: [] }, {}]
  return call.caller === 'machine' ? [{ signature: [] }] : []
}

function refusalSchema(): Node {
  return {
    type: 'object',
    properties: { message: { type: 'string', enum: codes }, details: { type: 'object' } },
    required: ['message'],
  }
}

const CONVERSION: ConversionConfig = {
  target: 'draft-2020-12',
  // What a `check` asks for has no word in JSON Schema, and its absence there promises too much to nobody.
  ignoreActions: ['check'],
  errorMode: 'throw',
  overrideRef: ({ referenceId }) => `#/components/schemas/${nameOf(referenceId)}`,
}

function jsonSchema(schema: v.GenericSchema, typeMode: 'input' | 'output') {
  const {
    $schema: _dialect,
    $defs: _shared,
    ...rest
  } = toJsonSchema(schema, {
    ...CONVERSION,
    typeMode,
    definitions: sharedShapes,
  })
  return rest
}

function definitions(): Record<string, Node> {
  const shared = toJsonSchemaDefs(sharedShapes, { ...CONVERSION, typeMode: 'output' })
  return Object.fromEntries(Object.entries(shared).map(([id, shape]) => [nameOf(id), { ...shape }]))
}

function nameOf(referenceId: string): string {
  return capitalised(referenceId)
}
