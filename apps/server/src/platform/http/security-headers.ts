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
  terms: { html: string; frameAncestors: readonly string[]; chatOrigin: string | null; isHttps: boolean },
): Promise<void> {
  const frames = terms.frameAncestors.length > 0 ? [...terms.frameAncestors] : ["'none'"]
  await server.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'", ...hashInline(terms.html, 'script')],
        'style-src': ["'self'", ...hashInline(terms.html, 'style')],
        // Operators keep banners and logos wherever they like.
        'img-src': ["'self'", 'https:', 'data:', 'blob:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'", ...socketOrigins(terms.chatOrigin)],
        'media-src': ["'self'", 'blob:'],
        'manifest-src': ["'self'"],
        'worker-src': ["'self'"],
        'form-action': ["'self'"],
        'base-uri': ["'none'"],
        'frame-ancestors': frames,
        'require-trusted-types-for': ["'script'"],
        'trusted-types': ['krapao-html', 'krapao-workers', 'dompurify'],
      },
    },
    strictTransportSecurity: terms.isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: terms.frameAncestors.length > 0 ? false : { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
  })
  server.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
    reply.header('x-request-id', request.id)
  })
}

/** The two ways to connect to an origin: by requests, and by the socket's own scheme, which 'self' covers without naming. */
function socketOrigins(origin: string | null): string[] {
  return origin === null ? [] : [origin, origin.replace(/^http/, 'ws')]
}
