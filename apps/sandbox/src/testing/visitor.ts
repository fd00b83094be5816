import type { TestSandbox } from './harness.ts'

/** A page as a visitor gets it; a redirect is shown, not followed. */
export interface Visit {
  readonly status: number
  readonly text: string
  readonly headers: Headers
  /** Where a redirect leads; empty without one. */
  readonly location: string
}

/** A visitor of a sandbox, with these cookies to begin with. */
export function visit(sandbox: TestSandbox, cookie = '') {
  let cookies = cookie

  async function go(path: string, init: RequestInit): Promise<Visit> {
    const headers = { ...(init.headers as Record<string, string>), ...(cookies !== '' && { cookie: cookies }) }
    const response = await fetch(`${sandbox.url}${path}`, { ...init, headers, redirect: 'manual' })
    cookies = response.headers.get('set-cookie')?.split(';')[0] ?? cookies
    return {
      status: response.status,
      text: await response.text(),
      headers: response.headers,
      location: response.headers.get('location') ?? '',
    }
  }

  return {
    open: (path: string): Promise<Visit> => go(path, {}),
    submit: (path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Visit> =>
      go(path, { method: 'POST', body: new URLSearchParams(fields), headers }),
  }
}
