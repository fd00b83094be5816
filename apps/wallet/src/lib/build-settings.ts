/** What the build was told (GEN-012): fixed into the files, not readable by a member as a setting. */
export const buildSettings = {
  /** A build for Laos: Lao is the default language and phone numbers have 8 to 11 digits (GEN-004, GEN-012). */
  isLaos: import.meta.env.KRAPAO_LAOS === '1',
  /** The app stands in another's page: games open in a tab of their own (GEN-013). */
  isIframe: import.meta.env.KRAPAO_IFRAME === '1',
  /** The host that games are opened at in place of the one they name; empty: theirs (GEN-015, decisions 2.17). */
  providerHost: import.meta.env.KRAPAO_PROVIDER_HOST ?? '',
}

/** The version that members see (GEN-011). */
export const appVersion = import.meta.env.KRAPAO_VERSION ?? '1.1.12'
