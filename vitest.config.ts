import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { httpJourneys, longJourneys } from './tools/journey-files.ts'
import { writeTextsWhenChanged } from './tools/texts.ts'

writeTextsWhenChanged()

/**
 * What waits for others on a busy machine may miss a moment; a second miss is a failure. The run names what needed it: about
 * money that is a finding, to be looked for at once.
 */
const retry = process.env['CI'] === undefined ? 0 : 1

const executablePath = process.env['KRAPAO_TEST_CHROMIUM']

// What is searched by chance is the same each time, and short; `npm run soak` searches elsewhere, and long.
process.env['KRAPAO_TEST_SEED'] ??= '1'

/** How long a test waits for what must come: the usual second is none on a busy machine. */
const patient = { poll: { timeout: 30_000 } }

const onNode = {
  pool: 'forks' as const,
  // Databases and programs are started in many tests, and waited for: three workers keep two cores busy.
  maxWorkers: 3,
  // They end what hangs, and judge nothing: a machine that is ten times slower passes too.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: patient,
  retry,
}

const elsewhere = ['**/node_modules/**', '**/dist/**', '**/*.browser.test.*']
/** What the apps in a browser are made of: Vite gives them their settings and texts. */
const builtByVite = ['{apps/wallet,apps/desk,packages/web}/**/*.test.ts']

export default defineConfig({
  server: { host: '127.0.0.1' },
  test: {
    testTimeout: 60_000,
    hookTimeout: 90_000,
    projects: [
      {
        test: {
          ...onNode,
          name: 'node',
          include: ['{apps,packages,tools}/**/*.test.ts'],
          exclude: [...elsewhere, ...builtByVite, ...httpJourneys],
          // As the server itself runs: without Vite, which would read and evaluate all of it anew for each file.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          // What a worker has imported for one file it need not import for the next: that takes longer than most tests.
          isolate: false,
        },
      },
      {
        test: {
          ...onNode,
          name: 'web',
          pool: 'threads' as const,
          include: builtByVite,
          exclude: elsewhere,
        },
      },
      {
        test: {
          ...onNode,
          name: 'journeys',
          include: httpJourneys,
          exclude: [...elsewhere, ...longJourneys],
        },
      },
      {
        test: {
          ...onNode,
          name: 'long-journeys',
          include: longJourneys,
          exclude: elsewhere,
        },
      },
      ...(executablePath === undefined
        ? []
        : [
            {
              optimizeDeps: {
                include: ['react', 'react-dom', 'react-dom/client', 'vitest-browser-react', 'zxing-wasm/reader'],
              },
              test: {
                name: 'browser',
                maxWorkers: 2,
                expect: patient,
                retry,
                include: ['{apps/wallet,apps/desk,packages/web}/**/*.browser.test.tsx'],
                setupFiles: ['packages/web/src/testing/in-browser.ts'],
                browser: {
                  enabled: true,
                  headless: true,
                  screenshotFailures: false,
                  provider: playwright({
                    launchOptions: { executablePath, args: ['--no-sandbox', '--disable-gpu'] },
                  }),
                  instances: [{ browser: 'chromium' as const }],
                },
              },
            },
          ]),
    ],
  },
})
