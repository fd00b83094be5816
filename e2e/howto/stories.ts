import { calls } from '@krapao/contract'
import { type Stage } from '../stage/browser.ts'
import { newKey, waitUntil } from '../stage/client.ts'
import { drawnQr, newPlayer, payer, type Player, usernameAt, walletOf } from '../stage/players.ts'
import type { Said } from './captions.ts'
import type { PlayerHand } from './player-hand.ts'

/** One video: who plays in it, and what he does. It begins on home. */
export interface Story {
  readonly id: 'wallet' | 'game' | 'balance' | 'bonus-receive' | 'bonus-end'
  readonly cast: (stage: Stage, name: string) => Promise<Player>
  readonly play: (hand: PlayerHand) => Promise<void>
}

const said = (th: string, lo: string, en: string): Said => ({ th, lo, en })

/** Using the wallet: money comes in, goes into a game, and goes out (HOW-002). */
const wallet: Story = {
  id: 'wallet',
  cast: (stage, name) => newPlayer(stage, { amount: 1_000, games: ['PG'], name }),
  async play(hand) {
    await deposit(hand)
    await transfer(hand)
    await withdraw(hand)
  },
}

async function deposit(hand: PlayerHand): Promise<void> {
  await hand.say(said('ฝากเงิน', 'ຝາກເງິນ', 'Deposit'))
  await hand.tap(hand.button('tile.deposit'))
  await payByQr(hand)
  await hand.say(said('เงินเข้ากระเป๋าแล้ว', 'ເງິນເຂົ້າກະເປົາແລ້ວ', 'The money is in your wallet'), 400)
  await hand.acknowledge()
}

/** On the deposit sheet: a QR of 500 baht is drawn and paid. */
async function payByQr(hand: PlayerHand): Promise<void> {
  const { page, stage, player } = hand
  await hand.say(said('ใส่จำนวนเงิน แล้วสร้าง QR', 'ໃສ່ຈຳນວນເງິນ ແລ້ວສ້າງ QR', 'Enter an amount and create a QR code'), 600)
  await hand.type(page.getByRole('dialog').getByRole('textbox', { name: hand.w('common.amount') }), '500')
  await hand.tap(hand.button('qr.create'))
  const picture = page.getByRole('img', { name: hand.w('aria.qrImage', { amount: '500.00' }) })
  await picture.waitFor()
  await hand.say(
    said(
      'สแกนด้วยแอปธนาคาร แล้วโอนให้ตรงยอด',
      'ສະແກນດ້ວຍແອັບທະນາຄານ ແລ້ວໂອນໃຫ້ກົງຍອດ',
      'Scan it with your bank app and pay the exact amount',
    ),
    2_600,
  )
  const qr = await stage.api.ok(calls.qrCurrent, { token: player.token, params: { bankCode: 'KBANK' } })
  await stage.sandbox.pay(qr.payload ?? '', payer)
  await page.getByRole('alertdialog').waitFor()
}

async function transfer(hand: PlayerHand): Promise<void> {
  const { page } = hand
  await hand.say(said('โอนเงินเข้าเกม', 'ໂອນເງິນເຂົ້າເກມ', 'Transfer into a game'))
  await hand.tap(hand.button('transfer.title'))
  const sheet = page.getByRole('dialog')
  await hand.choose(sheet.getByLabel(hand.w('transfer.to'), { exact: true }), 'PG')
  await hand.type(sheet.getByLabel(hand.w('common.amount'), { exact: true }), '200')
  await hand.tap(hand.button('common.continue'))
  await page.getByRole('heading', { name: hand.w('transfer.reviewTitle') }).waitFor()
  await hand.say(said('ตรวจสอบ แล้วยืนยัน', 'ກວດສອບ ແລ້ວຢືນຢັນ', 'Check it, then confirm'))
  await hand.tap(hand.button('transfer.confirmAmount', { amount: '200.00' }))
  await hand.acknowledge()
}

async function withdraw(hand: PlayerHand): Promise<void> {
  const { page } = hand
  await hand.say(said('ถอนเงินเข้าบัญชีธนาคาร', 'ຖອນເງິນເຂົ້າບັນຊີທະນາຄານ', 'Withdraw to your bank account'))
  await hand.tap(hand.button('tile.withdraw'))
  await hand.type(page.getByLabel(hand.w('withdraw.amount'), { exact: true }), '300')
  await hand.tap(hand.button('common.continue'))
  await page.getByRole('heading', { name: hand.w('withdraw.reviewTitle') }).waitFor()
  await hand.say(said('ตรวจสอบบัญชี แล้วยืนยัน', 'ກວດສອບບັນຊີ ແລ້ວຢືນຢັນ', 'Check the account, then confirm'))
  await hand.tap(hand.button('withdraw.confirm', { amount: '300.00' }))
  await page.getByText(hand.w('receipt.supportHint')).waitFor()
  await hand.look(1_600)
  await hand.say(said('ดูทุกรายการได้ที่ประวัติ', 'ເບິ່ງທຸກລາຍການໄດ້ທີ່ປະຫວັດ', 'See every transaction under History'), 600)
  await leaveTo(hand, 'nav.statement')
  await hand.look(2_200)
}

/** Goes to a page by the menu; what lies over it is closed before. */
async function leaveTo(hand: PlayerHand, key: string): Promise<void> {
  const close = hand.page.getByRole('dialog').getByRole('button', { name: hand.w('aria.closeDialog') })
  if (await close.isVisible()) await hand.tap(close)
  await hand.tap(hand.page.getByRole('navigation').getByRole('link', { name: hand.w(key) }))
}

/** Entering a game: its account is opened, it is played, and what is left comes home (HOW-003). */
const game: Story = {
  id: 'game',
  cast: (stage, name) => newPlayer(stage, { amount: 500, name }),
  async play(hand) {
    const { page, stage, player } = hand
    const { slots } = await stage.api.ok(calls.walletHome, {
      token: player.token,
      headers: { 'accept-language': await page.evaluate(() => document.documentElement.lang) },
    })
    const name = slots.find(({ code }) => code === 'PG')?.name ?? 'PG'
    const card = page.getByRole('button', { name: new RegExp(name) }).first()
    await hand.say(said('เลือกเกมที่อยากเล่น', 'ເລືອກເກມທີ່ຢາກຫຼິ້ນ', 'Choose the game you want'))
    await hand.tap(card)
    await hand.say(said('ครั้งแรก เปิดบัญชีเกมก่อน', 'ຄັ້ງທຳອິດ ເປີດບັນຊີເກມກ່ອນ', 'The first time, open a game account'))
    await hand.tap(hand.button('games.account.activate'))
    const play = page.getByRole('dialog').getByRole('button', { name: hand.w('games.account.play'), exact: true })
    await play.waitFor()
    await hand.say(
      said(
        'กดเข้าเล่น เงินในกระเป๋าจะโอนเข้าเกม',
        'ກົດເຂົ້າຫຼິ້ນ ເງິນໃນກະເປົາຈະໂອນເຂົ້າເກມ',
        'Tap Play: your wallet moves into the game',
      ),
      2_600,
    )
    await hand.tap(play)
    await page.waitForURL(/\/games\//)
    await hand.say(said('เกมเปิดแล้ว เล่นได้เลย', 'ເກມເປີດແລ້ວ ຫຼິ້ນໄດ້ເລີຍ', 'The game is open. Enjoy.'), 3_400)
    await page.goto(`${stage.product.walletUrl}/user/home`)
    await hand.say(said('เล่นเสร็จ กลับมาที่กระเป๋า', 'ຫຼິ້ນແລ້ວ ກັບມາທີ່ກະເປົາ', 'When you have finished, come back to the wallet'))
    await hand.tap(card)
    await hand.say(said('โอนเงินกลับกระเป๋าหลัก', 'ໂອນເງິນກັບຄືນກະເປົາຫຼັກ', 'Move the money to your main wallet'))
    await hand.tap(hand.button('games.account.back'))
    await page.getByRole('heading', { name: hand.w('transfer.reviewTitle') }).waitFor()
    await hand.look(1_200)
    await hand.tap(hand.button('transfer.confirmAmount', { amount: '' }))
    await hand.acknowledge()
    await hand.look(1_200)
  },
}

/** Checking the balance: the total, the games, what is hidden, and the history (HOW-004). */
const balance: Story = {
  id: 'balance',
  async cast(stage, name) {
    const player = await newPlayer(stage, { amount: 2_000, games: ['PG', 'JOKER'], name })
    const { token } = player
    const body = { from: 'WALLET', to: 'PG', amount: 600 }
    await stage.api.ok(calls.walletTransfer, { token, key: newKey(), body })
    await stage.api.ok(calls.walletTransfer, { token, key: newKey(), body: { ...body, to: 'JOKER', amount: 250 } })
    return player
  },
  async play(hand) {
    const { page, stage, player } = hand
    const purse = page.getByRole('region', { name: hand.w('home.totalBalance') })
    await hand.say(
      said(
        'ยอดเงินรวม คือกระเป๋าหลักรวมกับทุกเกม',
        'ຍອດເງິນລວມ ແມ່ນກະເປົາຫຼັກລວມກັບທຸກເກມ',
        'The total is your main wallet plus all games',
      ),
      600,
    )
    await hand.point(purse.getByText('฿').first(), 2_200)
    await hand.say(said('กดเช็กยอดเงินเพื่อดูยอดล่าสุด', 'ກົດກວດຍອດເງິນເພື່ອເບິ່ງຍອດລ່າສຸດ', 'Tap Check balance for the latest'))
    await hand.tap(
      purse.getByRole('button', { name: hand.w('aria.checkBalance', { time: '' }).trim().split(' ')[0] ?? '' }),
    )
    await hand.look(1_600)
    // He has won elsewhere meanwhile, so that the reading shows something.
    await stage.sandbox.play('PG', await usernameAt(stage, player, 'PG'), 120)
    await hand.say(said('อัปเดตยอดจากทุกเกม', 'ອັບເດດຍອດຈາກທຸກເກມ', 'Ask every game for its balance'))
    await hand.tap(hand.button('tile.refresh'))
    await hand.look(3_000)
    await hand.say(said('ซ่อนและแสดงยอดด้วยรูปดวงตา', 'ເຊື່ອງ ແລະ ສະແດງຍອດດ້ວຍຮູບຕາ', 'Hide and show it with the eye'), 800)
    await hand.tap(purse.getByRole('button', { name: hand.w('home.hideBalance') }))
    await hand.look(1_200)
    await hand.tap(purse.getByRole('button', { name: hand.w('home.showBalance') }))
    await hand.look(800)
    await hand.say(
      said('เงินเข้าออกทุกรายการอยู่ในประวัติ', 'ເງິນເຂົ້າອອກທຸກລາຍການຢູ່ໃນປະຫວັດ', 'Everything in and out is under History'),
    )
    await leaveTo(hand, 'nav.statement')
    await hand.look(1_600)
    await hand.say(said('กดรายการเพื่อดูหลักฐาน', 'ກົດລາຍການເພື່ອເບິ່ງຫຼັກຖານ', 'Tap one for its receipt'), 600)
    await hand.tap(page.getByRole('main').getByRole('listitem').first().getByRole('button'))
    await hand.look(2_600)
  },
}

/** Receiving bonuses: one is chosen, its conditions are read, and it comes with a deposit (HOW-005). */
const bonusReceive: Story = {
  id: 'bonus-receive',
  cast: (stage, name) => newPlayer(stage, { amount: 200, name }),
  async play(hand) {
    const { page } = hand
    await hand.say(said('กดโบนัส แล้วเลือกโบนัสที่อยากรับ', 'ກົດໂບນັດ ແລ້ວເລືອກໂບນັດທີ່ຢາກຮັບ', 'Tap Bonus and choose one'))
    await hand.tap(hand.button('tile.bonus'))
    const card = page.getByRole('main').getByRole('listitem').first().getByRole('button')
    await card.waitFor()
    await page.waitForFunction(() => [...document.images].every((image) => image.complete))
    await hand.look(1_400)
    await hand.tap(card)
    const receive = hand.button('bonus.modal.receive')
    await receive.waitFor()
    await hand.say(
      said('อ่านเงื่อนไข แล้วกดเลือกโบนัสนี้', 'ອ່ານເງື່ອນໄຂ ແລ້ວກົດເລືອກໂບນັດນີ້', 'Read the conditions, then tap Choose this bonus'),
      2_600,
    )
    await hand.tap(receive)
    const held = page.getByRole('region', { name: hand.w('bonus.active.title') })
    await held.waitFor()
    await hand.say(said('ฝากเงินภายใน 24 ชั่วโมง', 'ຝາກເງິນພາຍໃນ 24 ຊົ່ວໂມງ', 'Deposit within 24 hours'), 1_800)
    await hand.tap(held.getByRole('button', { name: hand.w('statement.type.deposit'), exact: true }))
    await payByQr(hand)
    await hand.say(said('โบนัสเข้าพร้อมเงินฝาก', 'ໂບນັດເຂົ້າພ້ອມເງິນຝາກ', 'The bonus arrives together with your deposit'), 800)
    await hand.acknowledge()
    await held.getByRole('progressbar').waitFor()
    await hand.say(
      said(
        'ดูเป้าหมายและยอดตอนนี้ได้ที่หน้าโบนัส',
        'ເບິ່ງເປົ້າໝາຍ ແລະ ຍອດຕອນນີ້ໄດ້ທີ່ໜ້າໂບນັດ',
        'See your goal and your total on the bonus page',
      ),
      600,
    )
    await hand.point(held.getByRole('progressbar'), 2_400)
  },
}

/** Ending bonuses: its goal is reached in a game, it is ended, and all of it is in the wallet (HOW-006). */
const bonusEnd: Story = {
  id: 'bonus-end',
  async cast(stage, name) {
    const { api, sandbox } = stage
    const player = await newPlayer(stage, { games: ['PG'], name })
    const { token } = player
    const { bonuses } = await api.ok(calls.bonusList, { token })
    await api.ok(calls.bonusActivate, { token, key: newKey(), params: { code: bonuses[0]?.code ?? '' } })
    await sandbox.pay(await drawnQr(stage, player, 500), payer)
    const amount = await waitUntil(
      'the deposit with its bonus',
      () => walletOf(stage, player),
      (now) => now > 500,
    )
    await api.ok(calls.walletTransfer, { token, key: newKey(), body: { from: 'WALLET', to: 'PG', amount } })
    // Won since then: three times what the bonus began with, and a little more.
    await sandbox.play('PG', await usernameAt(stage, player, 'PG'), 2 * amount + 40)
    await api.ok(calls.walletRefreshSlot, { token })
    return player
  },
  async play(hand) {
    const { page } = hand
    await hand.say(said('กดโบนัส เพื่อดูโบนัสที่ใช้อยู่', 'ກົດໂບນັດ ເພື່ອເບິ່ງໂບນັດທີ່ໃຊ້ຢູ່', 'Tap Bonus to see the one you hold'))
    await hand.tap(hand.button('tile.bonus'))
    const held = page.getByRole('region', { name: hand.w('bonus.active.title') })
    const bar = held.getByRole('progressbar')
    await bar.waitFor()
    await hand.say(said('ดูยอดตอนนี้และเป้าหมาย', 'ເບິ່ງຍອດຕອນນີ້ ແລະ ເປົ້າໝາຍ', 'See your total and the goal'), 800)
    await hand.point(bar, 2_200)
    await hand.say(said('ถึงเป้าหมายแล้ว กดจบโบนัส', 'ຮອດເປົ້າໝາຍແລ້ວ ກົດຈົບໂບນັດ', 'At the goal, tap End bonus'))
    await hand.tap(held.getByRole('button', { name: hand.w('bonus.end'), exact: true }))
    const question = page.getByRole('alertdialog')
    await question.waitFor()
    await hand.say(said('อ่านให้แน่ใจ แล้วยืนยัน', 'ອ່ານໃຫ້ແນ່ໃຈ ແລ້ວຢືນຢັນ', 'Read it through, then confirm'), 2_400)
    await hand.tap(question.getByRole('button', { name: hand.w('bonus.end'), exact: true }))
    await held.waitFor({ state: 'hidden' })
    await hand.look(1_600)
    await hand.say(said('ยอดทั้งหมดเข้ากระเป๋าหลัก', 'ຍອດທັງໝົດເຂົ້າກະເປົາຫຼັກ', 'Everything is in your main wallet'), 600)
    await leaveTo(hand, 'nav.home')
    await hand.point(
      page
        .getByRole('region', { name: hand.w('home.totalBalance') })
        .getByText('฿')
        .first(),
      2_400,
    )
    await hand.say(said('ฝากและถอนเงินได้ตามปกติ', 'ຝາກ ແລະ ຖອນເງິນໄດ້ຕາມປົກກະຕິ', 'Deposit and withdraw as usual'), 2_200)
  },
}

export const stories: readonly Story[] = [wallet, game, balance, bonusReceive, bonusEnd]
