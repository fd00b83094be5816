/** The phone that was registered on this page a moment ago: /login begins with it. It is kept nowhere but here. */
export const justRegistered: { phone?: string | undefined } = {}
