import { describe, expect, it } from 'vitest'
import { deviceNameOf, isPhone } from './device-name.ts'

const mozilla = 'Mozilla/5.0'
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe('the name of a device', () => {
  it.each([
    [`${mozilla} (Linux; Android 10; K) ${webkit} Chrome/147.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
    [
      `${mozilla} (Linux; Android 14; SM-A155F) ${webkit} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet',
      'Android',
    ],
    [
      `${mozilla} (Linux; Android 12; wv) ${webkit} Version/4.0 Chrome/120.0.0.0 Mobile Safari/537.36 Line/14.1.2`,
      'LINE',
      'Android',
    ],
    [
      `${mozilla} (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1`,
      'Safari',
      'iPhone',
    ],
    [
      `${mozilla} (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 CriOS/147.0 Mobile/15E148 Safari/604.1`,
      'Chrome',
      'iPhone',
    ],
    [
      `${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/147.0.0.0 Safari/537.36 Edg/147.0.0.0`,
      'Edge',
      'Windows',
    ],
    [`${mozilla} (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox', 'Mac'],
  ])('%s is %s on %s', (userAgent, browser, system) => {
    expect(deviceNameOf(userAgent)).toEqual({ browser, system })
    expect(isPhone(userAgent)).toBe(system === 'Android' || system === 'iPhone')
  })

  it.each([[null], [''], ['curl/8.5.0'], ['node'], ['<script>'], ['Mozilla/5.0 (Linux; Android 10)']])(
    'is not guessed of %j',
    (userAgent) => expect(deviceNameOf(userAgent)).toBeUndefined(),
  )
})
