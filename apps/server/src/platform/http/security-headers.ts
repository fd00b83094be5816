import { createHash } from 'node:crypto'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** The hashes of what stands in a page itself, so that a strict policy lets just that run: scripts and styles. */
function hashInline(html: string, element: 'script' | 'style'): string[] {
  const found = html.matchAll(new RegExp(`<${element}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${element}>`, 'gi'))
  return [...found].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}

/**
 * Sets the security headers of every answer: an own strict content policy with Trusted Types (helmet's usual one allows
 * inline styles and demands https), frames only where the operator wants them, and HTTPS for good where it is used.
 */
export async function setSecurityHeaders(
  server: FastifyInstance,
  terms: {
    html: string
    frameAncestors: readonly string[]
    chatOrigin: string | null
    pictureOrigins: readonly string[]
    isHttps: boolean
  },
): Promise<void> {
  const frames = terms.frameAncestors.length > 0 ? [...terms.frameAncestors] : ["'none'"]
  await server.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'", ...hashInline(terms.html, 'script')],
        'style-src': ["'self'", ...hashInline(terms.html, 'style')],
        // A picture from anywhere would tell its owner who looks at it; the operator names where he keeps his.
        'img-src': [
          "'self'",
          'data:',
          'blob:',
          ...(terms.chatOrigin === null ? [] : [terms.chatOrigin]),
          ...terms.pictureOrigins,
        ],
        'font-src': ["'self'"],
        'connect-src': ["'self'", ...socketOrigins(terms.chatOrigin)],
        'media-src': ["'self'", 'blob:'],
        'manifest-src': ["'self'"],
        'worker-src': ["'self'"],
        'form-action': ["'self'"],
        'base-uri': ["'none'"],
        'frame-ancestors': frames,
        'require-trusted-types-for': ["'script'"],
        'trusted-types': ['krapao-html', 'krapao-workers'],
      },
    },
    strictTransportSecurity: terms.isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xFrameOptions: terms.frameAncestors.length > 0 ? false : { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
  })
  server.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
    reply.header('x-request-id', request.id)
  })
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
