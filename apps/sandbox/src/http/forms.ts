import type { FastifyInstance } from 'fastify'

/** Lets the app take what HTML forms post: an object of texts, as JSON would be. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  // Forms with files stay bytes, which whoever wants one reads.
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}
