import type { FastifyReply } from 'fastify'
import type { Html } from './html.ts'
import { layout, type Page, type Surroundings } from './layout.ts'

/** Sends pages with what belongs around them. */
export interface Frame {
  send(reply: FastifyReply, page: Page): FastifyReply
}

/** Makes the sender; `look` tells what the pages show of each other at the moment. */
export function createFrame(look: () => Surroundings): Frame {
  return { send: (reply, page) => sendDocument(reply, layout(page, look())) }
}

/** Sends a document: nothing in it may be loaded from elsewhere, and nothing of it is kept. */
export function sendDocument(reply: FastifyReply, document: Html): FastifyReply {
  return reply
    .header(
      'content-security-policy',
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(document.markup)
}
