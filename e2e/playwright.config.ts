import { defineConfig } from '@playwright/test'

const executablePath = process.env['KRAPAO_TEST_CHROMIUM']

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../.build/playwright',
  // Each worker starts a product of its own; a third one on two cores makes all of them late.
  workers: 2,
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  // A browser on a machine that is busy with other builds may miss a moment; a second miss is a failure.
  retries: process.env['CI'] === undefined ? 0 : 1,
  reporter: 'list',
  use: {
    viewport: { width: 360, height: 800 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
    // What it answers no test can hold back or change; the tests of the worker itself allow it.
    serviceWorkers: 'block',
    // Recording takes a good part of a test's time: a second try has a record; `--trace on` makes one of a first.
    trace: 'on-first-retry',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: ['--no-sandbox', '--disable-gpu'],
    },
  },
})
