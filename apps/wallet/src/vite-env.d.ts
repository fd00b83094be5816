/// <reference types="vite/client" />

interface ImportMetaEnv {
  readonly KRAPAO_LAOS?: string
  readonly KRAPAO_IFRAME?: string
  readonly KRAPAO_PROVIDER_HOST?: string
  readonly KRAPAO_CHAT_URL?: string
  readonly KRAPAO_LINK_SECRET?: string
  readonly KRAPAO_VERSION?: string
  /** Of the service worker alone: what it is told of the build, as JSON. */
  readonly KRAPAO_SHELL?: string
}

interface ImportMeta {
  readonly env: ImportMetaEnv
}
