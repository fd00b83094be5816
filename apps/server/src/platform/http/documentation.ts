import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { type Call, openApiDocument, operationCalls } from '@krapao/contract'
import type { FastifyInstance } from 'fastify'
import { sendOutcome } from './reply.ts'

/** The pages of the documentation set styles on their elements, which the web app's policy forbids. */
const PAGES_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Binds /api/openapi.json, made from the contract, and /api/docs, which shows it, when `showsPages`. */
export async function bindDocumentation(
  server: FastifyInstance,
  terms: { calls: readonly Call[]; showsPages: boolean },
): Promise<void> {
  let document: ReturnType<typeof openApiDocument> | undefined
  const read = () => (document ??= openApiDocument([...terms.calls, ...operationCalls]))
  server.get('/api/openapi.json', (_request, reply) =>
    sendOutcome(reply, { status: 200, body: read(), retryAfterS: undefined }),
  )
  if (!terms.showsPages) return
  await server.register(async (pages) => {
    await pages.register(swagger, {
      mode: 'static',
      // The library's own type of a document is wider than ours in places that it never looks at.
      specification: { document: read() as never },
    })
    await pages.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: PAGES_POLICY })
  })
}
