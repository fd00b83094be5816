import type { BrowserContext } from '@playwright/test'

/** Tells everything that a page of this context does against the content policy, Trusted Types included. */
export async function watchViolations(context: BrowserContext, tell: (violation: string) => void): Promise<void> {
  await context.exposeFunction('tellViolation', tell)
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, sample }) => {
      const { tellViolation } = globalThis as unknown as { tellViolation: (told: string) => void }
      tellViolation([violatedDirective, blockedURI, sourceFile, sample].join(' '))
    })
  })
}
