import type { FastifyInstance } from 'fastify'

/** Lets the app take what HTML forms post: an object of texts, as JSON would be. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}
