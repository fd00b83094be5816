/** Everything that the app keeps in a browser, by name (decisions 2.8). */
export const storageKeys = {
  token: 'token',
  rememberAgreement: 'rememberAgreement',
  lastSync: 'lastSync',
  lastBalance: 'lastBalance',
  locale: 'locale',
  inviteCode: 'inviteCode',
  registration: 'registration',
  theme: 'theme',
  hideAmounts: 'hideAmounts',
  sentWithdrawal: 'sentWithdrawal',
  sentTransfer: 'sentTransfer',
  guestId: 'guestId',
  chat: 'chat',
  guestChat: 'guestChat',
} as const

export type StorageKey = (typeof storageKeys)[keyof typeof storageKeys]
