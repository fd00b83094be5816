import { calls } from '@krapao/contract'
import { beginning, comeAs, expect, pressUntilGone, test, tile, word } from '../stage/browser.ts'
import { newPlayer } from '../stage/players.ts'
import { untilQuiet } from '../stage/quiet.ts'
import { totpOf } from '../stage/staff.ts'

// Browsers make passkeys for no bare number.
test.use({ isNamed: true })

const language = 'en'
const w = (key: string, values?: Record<string, string | number>): string => word(language, key, values)

test('[SEC-002] [SEC-004] an app is turned on, asked for before 25,000 leave, and at the login', async ({
  page,
  stage,
}) => {
  const { api, product } = stage
  const player = await newPlayer(stage, { amount: 30_000 })
  const button = (key: string) => page.getByRole('button', { name: w(key), exact: true })
  await comeAs(page.context(), stage, player, language)
  await page.goto(`${product.walletUrl}/user/security`)
  await button('security.turnOn').click()
  const sheet = page.getByRole('dialog', { name: w('security.app') })
  const key = ((await sheet.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/).textContent()) ?? '').replaceAll(' ', '')
  await expect(sheet.getByRole('img', { name: w('factors.app.qr') })).toBeVisible()
  await sheet.getByLabel(w('factors.app.code')).fill(totpOf({ totpKey: key }))
  await sheet.getByRole('button', { name: w('security.turnOn') }).click()
  const codes = page.getByRole('dialog', { name: w('factors.codes') }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [first = '', second = ''] = await codes.allTextContents()
  await button('factors.codes.kept').click()
  await expect(page.getByText(w('security.codesLeft', { n: 10 }))).toBeVisible()
  await page.goto(`${product.walletUrl}/user/home`)
  await tile(page, language, 'tile.withdraw').click()
  await page.getByRole('textbox', { name: w('withdraw.amount'), exact: true }).fill('25000')
  await button('common.continue').click()
  await page.getByRole('button', { name: beginning(w('withdraw.confirm', { amount: '' })) }).click()
  const question = page.getByRole('dialog', { name: w('factors.stepUp') })
  await expect(question).toContainText('25,000')
  await expect(question).toContainText(w('withdraw.walletAfter'))
  await question.getByLabel(w('factors.code')).fill('000000')
  await question.getByRole('button', { name: w('factors.confirm') }).click()
  await expect(question).toContainText(w('error.OTP_CODE_INVALID'))
  await question.getByLabel(w('factors.code')).fill(first)
  await pressUntilGone(question.getByRole('button', { name: w('factors.confirm') }))
  await expect(async () => {
    const { statements } = await api.ok(calls.statementList, { token: player.token, body: { page: 1, limit: 20 } })
    expect(statements.filter(({ statementType }) => statementType === 'withdraw')).toMatchObject([{ amount: 25_000 }])
  }).toPass()
  await page.evaluate(() => {
    localStorage.removeItem('token')
    sessionStorage.clear()
  })
  await page.goto(`${product.walletUrl}/login`)
  await page.getByLabel(w('field.phone')).fill(player.phone)
  await page.getByLabel(w('field.password'), { exact: true }).fill(player.password)
  await button('login.submit').click()
  await page.getByLabel(w('factors.code')).fill(first)
  await button('login.submit').click()
  await expect(page.getByText(w('error.OTP_CODE_INVALID'))).toBeVisible()
  await page.getByLabel(w('factors.code')).fill(second)
  await button('login.submit').click()
  await expect(page).toHaveURL(/\/user\/home/)
})

test('[SEC-001] [SEC-006] a passkey is made and named, lets in from another browser, which the first is told, and is removed', async ({
  page,
  browser,
  stage,
}) => {
  const { product } = stage
  const player = await newPlayer(stage)
  const authenticator = {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  } as const
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', authenticator)
  await comeAs(page.context(), stage, player, language)
  const listens = new Promise<void>((done) => {
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).startsWith('40')) done()
      })
    })
  })
  await page.goto(`${product.walletUrl}/user/security`)
  await page.getByRole('button', { name: w('security.add'), exact: true }).click()
  const sheet = page.getByRole('dialog', { name: w('security.passkeys') })
  await sheet.getByLabel(w('factors.passkey.label')).fill('Kitchen phone')
  await sheet.getByRole('button', { name: w('security.add') }).click()
  await expect(page.getByText('Kitchen phone', { exact: true })).toBeVisible()
  const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })

  const elsewhere = await browser.newContext({ locale: 'en' })
  const other = await elsewhere.newPage()
  const theirs = await elsewhere.newCDPSession(other)
  await theirs.send('WebAuthn.enable')
  const { authenticatorId: copyId } = await theirs.send('WebAuthn.addVirtualAuthenticator', authenticator)
  for (const credential of credentials)
    await theirs.send('WebAuthn.addCredential', { authenticatorId: copyId, credential })
  await comeAs(elsewhere, stage, null, language)
  await listens
  const asked: string[] = []
  other.on('request', (request) => {
    if (/\/assets\/(passkeys|factor-step)-/.test(request.url())) asked.push(request.url())
  })
  await other.goto(`${product.walletUrl}/login`)
  const byPasskey = other.getByRole('button', { name: w('login.passkey') })
  await expect(byPasskey).toBeVisible()
  await untilQuiet(other)
  // Nothing of passkeys is loaded before somebody asks for it.
  expect(asked).toEqual([])
  await byPasskey.click()
  await expect(other).toHaveURL(/\/user\/home/)
  expect(asked).not.toEqual([])
  await expect(page.getByText(w('factors.newDevice'))).toBeVisible()

  // As the maker of both devices does, which keeps them alike.
  const synced = await theirs.send('WebAuthn.getCredentials', { authenticatorId: copyId })
  await devtools.send('WebAuthn.clearCredentials', { authenticatorId })
  for (const credential of synced.credentials)
    await devtools.send('WebAuthn.addCredential', { authenticatorId, credential })
  await page.reload()
  const sessions = page.getByRole('region', { name: w('sessions.title') }).getByRole('listitem')
  await expect(sessions.filter({ hasText: w('sessions.current') })).toHaveCount(1)
  await expect(sessions.filter({ hasText: w('sessions.lastUsed', { time: '' }).trim() })).not.toHaveCount(0)
  await page.getByRole('button', { name: w('security.renameNamed', { name: 'Kitchen phone' }) }).click()
  const naming = page.getByRole('dialog', { name: w('factors.rename') })
  await naming.getByLabel(w('factors.passkey.label')).fill('Office phone')
  await naming.getByRole('button', { name: w('common.save') }).click()
  const changes = page.getByRole('region', { name: w('news.title') }).getByRole('listitem')
  await expect(changes.filter({ hasText: w('news.new-device') })).toHaveCount(1)
  await expect(changes.filter({ hasText: w('news.passkey-added') })).toHaveCount(1)
  await page.getByRole('button', { name: w('security.removeNamed', { name: 'Office phone' }) }).click()
  // Fresh is what this session has shown: nothing yet but the password, so the passkey is asked for.
  await page
    .getByRole('dialog', { name: w('factors.stepUp') })
    .getByRole('button', { name: w('factors.usePasskey') })
    .click()
  await expect(page.getByText(w('security.removed'), { exact: true })).toBeVisible()
  await expect(page.getByText('Office phone')).toHaveCount(0)
  await elsewhere.close()
})
