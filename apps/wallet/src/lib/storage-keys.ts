/** Everything that the app keeps in a browser, by name (decisions 2.8). */
export const storageKeys = {
  token: 'token',
  rememberAgreement: 'rememberAgreement',
  lastSync: 'lastSync',
  locale: 'locale',
  inviteCode: 'inviteCode',
  theme: 'theme',
  hideAmounts: 'hideAmounts',
  sentWithdrawal: 'sentWithdrawal',
  sentTransfer: 'sentTransfer',
} as const

export type StorageKey = (typeof storageKeys)[keyof typeof storageKeys]
