import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { type Call, openApiDocument, operationCalls } from '@krapao/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { knowsTag } from './reply.ts'

/** The pages of the documentation set styles on their elements, which the web app's policy forbids. */
const PAGES_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const DOCUMENT_PATH = '/api/openapi.json'
const PAGES_PATH = '/api/docs'

/** What the pages' library wants of a document: they fetch the whole one themselves. */
const BARE_DOCUMENT = { openapi: '3.1.0', info: { title: 'Krapao', version: '1' }, paths: {} }

/** Binds /api/openapi.json, made from the contract once it is asked for, and /api/docs, which shows it. */
export async function bindDocumentation(server: FastifyInstance, terms: { calls: readonly Call[] }): Promise<void> {
  const send = createDocument(() => JSON.stringify(openApiDocument([...terms.calls, ...operationCalls])))
  server.get(DOCUMENT_PATH, (request, reply) => send(request, reply))
  await server.register(async (pages) => {
    // The library would write the document anew for each who asks it for its own copies.
    pages.addHook('onRequest', async (request) => {
      if (/\/(json|yaml)$/.test(request.routeOptions.url ?? '')) throw new AppError('NOT_FOUND')
    })
    await pages.register(swagger, { mode: 'static', specification: { document: BARE_DOCUMENT } })
    await pages.register(swaggerUi, {
      routePrefix: PAGES_PATH,
      staticCSP: PAGES_POLICY,
      uiConfig: { url: DOCUMENT_PATH },
    })
  })
}

/** Sends one text that never changes: made and compressed for the first who asks, and not sent to whoever has it already. */
function createDocument(make: () => string) {
  let made: ReturnType<typeof packed> | undefined
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { plain, etag, forms } = (made ??= packed(make()))
    reply.header('etag', etag).header('cache-control', 'no-cache').header('vary', 'accept-encoding')
    if (knowsTag(request, etag)) return reply.code(304).send()
    const accepted = String(request.headers['accept-encoding'] ?? '')
    const encoding = (['br', 'gzip'] as const).find((name) =>
      new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0)`).test(accepted),
    )
    reply.type('application/json; charset=utf-8')
    return encoding === undefined ? reply.send(plain) : reply.header('content-encoding', encoding).send(forms[encoding])
  }
}

function packed(text: string) {
  const plain = Buffer.from(text)
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
  return { plain, etag, forms: { br: brotliCompressSync(plain, quality), gzip: gzipSync(plain) } }
}
