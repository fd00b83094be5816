import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** The hashes of what stands in a page itself, so that a strict policy lets just that run: scripts and styles. */
function hashInline(html: string, element: 'script' | 'style'): string[] {
  const found = html.matchAll(new RegExp(`<${element}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${element}>`, 'gi'))
  return [...found].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}

/**
 * Sets the security headers of every answer: an own strict content policy with Trusted Types, frames only where the operator
 * wants them, and HTTPS for good where it is used. All but the request's id are the same for every answer.
 */
export function setSecurityHeaders(
  server: FastifyInstance,
  terms: {
    html: string
    frameAncestors: readonly string[]
    /** Whose pages this listener's own show in a frame. */
    frameSources: readonly string[]
    chatOrigin: string | null
    pictureOrigins: readonly string[]
    isHttps: boolean
  },
): void {
  const headers = {
    ...plainHeaders(terms.isHttps),
    'content-security-policy': contentPolicy(terms),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    ...(terms.frameAncestors.length === 0 && { 'x-frame-options': 'DENY' }),
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  }
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    done()
  })
}

function contentPolicy(terms: {
  html: string
  frameAncestors: readonly string[]
  frameSources: readonly string[]
  chatOrigin: string | null
  pictureOrigins: readonly string[]
}): string {
  const { html, frameAncestors, frameSources, chatOrigin, pictureOrigins } = terms
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashInline(html, 'script')],
    'style-src': ["'self'", ...hashInline(html, 'style')],
    // A picture from anywhere would tell its owner who looks at it; the operator names where he keeps his.
    'img-src': ["'self'", 'data:', 'blob:', ...(chatOrigin === null ? [] : [chatOrigin]), ...pictureOrigins],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...socketOrigins(chatOrigin)],
    'media-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    ...(frameSources.length > 0 && { 'frame-src': frameSources }),
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': frameAncestors.length > 0 ? frameAncestors : ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['krapao-html', 'krapao-workers'],
  }
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join(';')
}

/** What an answer says that no page is made of, not even by the server's own hand: it is nothing but its bytes. */
export function plainHeaders(isHttps: boolean): Readonly<Record<string, string>> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}

/** The two ways to connect to an origin: by requests, and by the socket's own scheme, which 'self' covers without naming. */
function socketOrigins(origin: string | null): string[] {
  return origin === null ? [] : [origin, origin.replace(/^http/, 'ws')]
}
