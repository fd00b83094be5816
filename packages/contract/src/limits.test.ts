import { describe, expect, it } from 'vitest'
import * as limits from './limits.ts'

describe('business constants', () => {
  it('are those of the specification', () => {
    expect(limits).toMatchObject({
      APP_VERSION: '1.1.12',
      CALL_TIMEOUT_MS: 60_000,
      UPLOAD_TIMEOUT_MS: 300_000,
      TOAST_MS: 4_000,
      REDIRECT_AFTER_REGISTRATION_MS: 2_000,
      LOADING_OVERLAY_DELAY_MS: 200,
      AGREEMENT_DELAY_MS: 1_500,
      INVITE_BUBBLE_DELAY_MS: 100,
      CHAT_PAGE_SIZE: 10,
      CHAT_TEXT_MAX: 2000,
      CHAT_IMAGE_BYTES_MAX: 10_485_760,
      CHAT_VIDEO_BYTES_MAX: 20_971_520,
      CHAT_RECONNECT_MS: 5_000,
      CHAT_NEAR_BOTTOM_PX: 60,
      CHAT_MARK_READ_MS: 1_000,
      CHAT_SEND_DELAY_MS: 500,
      PAGE_SIZE: 10,
      TRANSFER_MINIMUM_MINOR: 100,
      GIFT_LINK_MINIMUM_MINOR: 200,
    })
  })
})
