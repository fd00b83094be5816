import type { ChatMessage } from '@krapao/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { whitePng } from '../../../testing/pictures/slip-drawing.ts'
import { answerIn, type Chatter, guest, historyOf, say, textsOf, upload } from '../../../testing/worlds/chat-world.ts'
import { listedRoom } from '../inbox/desk-rooms.store.ts'
import { robotAnswer, type RobotTerms } from './robot.rules.ts'
import { robotTexts } from './robot.texts.ts'
import type { MessageContent } from '../support.types.ts'

const { en } = robotTexts
const file = { fileId: 'f', owner: 'robot' }
const files = { 'how-to-picture': file, 'how-to-video': file, 'card-welcome': file, 'card-daily': file }
const terms: RobotTerms = {
  language: 'en',
  isFirst: false,
  files,
  website: 'https://krapao.example',
  phone: '020000000',
}
const text = (message: string): MessageContent => ({ message_type: 'text', payload: { message } })
const kindsOf = (words: string, given: Partial<RobotTerms> = {}): string[] =>
  robotAnswer(text(words), { ...terms, ...given }).contents.map((content) => content.message_type)

describe('the rules of the robot', () => {
  it.each([
    [
      ['ฝากเงินยังไงคะ', 'ວິທີຝາກເງິນ', 'How do I deposit?', 'HOW TO'],
      ['media', 'media', 'buttons'],
    ],
    [['จะฝากเงิน', 'เติมเงิน', 'ຝາກເງິນ', 'deposit', 'I want to TOP UP'], ['buttons']],
    [['มีโปรไหม', 'โบนัส', 'ໂປຣໂມຊັນ', 'any bonus?', 'promotions'], ['generic']],
    [['ขอเบอร์โทร', 'ຂໍເບີໂທ', 'your phone number', 'call'], ['buttons']],
    [['qwerty', '12345', '😀', 'unhow', '<script>'], ['quick_replies']],
  ])('know %j', (words, kinds) => {
    for (const each of words) expect([each, kindsOf(each)]).toEqual([each, kinds])
  })

  it('has a person look for money that has not arrived, and says what to send meanwhile', () => {
    const words = [
      'ฝากเงินแล้วเงินยังไม่เข้า',
      'โอนไปแล้วยอดไม่เข้าค่ะ',
      'ฝากไปนานแล้วยอดไม่ขึ้น',
      'ถอนเงินยังไม่ได้รับ',
      'ຝາກແລ້ວເງິນຍັງບໍ່ເຂົ້າ',
    ]
    const english = ['My deposit has not arrived', 'my money hasn’t come yet', 'where is my withdrawal']
    for (const said of [...words, ...english]) {
      const { contents, handsOver } = robotAnswer(text(said), terms)
      expect([said, handsOver, contents.map(({ message_type: kind }) => kind)]).toEqual([said, true, ['buttons']])
      expect(contents[0]).toMatchObject({ payload: { title: en.missing } })
    }
    for (const language of ['th', 'lo', 'en'] as const) {
      expect(robotTexts[language].greeting).toMatch(/อัตโนมัติ|ອັດຕະໂນມັດ|automatic/)
    }
  })

  it('hand over to a person who is asked for, and with every picture', () => {
    for (const words of ['ขอคุยกับเจ้าหน้าที่', 'แอดมินอยู่ไหม', 'ລົມກັບພະນັກງານ', 'a person please', 'human?', 'call an agent']) {
      expect(robotAnswer(text(words), terms)).toEqual({ contents: [text(en.person)], handsOver: true })
    }
    const media: MessageContent = {
      message_type: 'media',
      payload: { message: 'deposit.png', name: 'x.png', url: true, fileType: 'image', file },
    }
    expect(robotAnswer(media, terms)).toEqual({ contents: [text(en.gotFile)], handsOver: true })
  })

  it('greet once, and say later that they did not understand', () => {
    const titleOf = (isFirst: boolean) => {
      const [content] = robotAnswer(text('hello'), { ...terms, isFirst }).contents
      return content !== undefined && 'payload' in content && 'title' in content.payload ? content.payload.title : null
    }
    expect([titleOf(true), titleOf(false)]).toEqual([en.greeting, en.notUnderstood])
  })

  it('understand what their own buttons send back, in each language', () => {
    for (const language of ['th', 'lo', 'en'] as const) {
      const [menu] = robotAnswer(text('hello'), { ...terms, language }).contents
      const buttons = menu?.message_type === 'quick_replies' ? menu.payload.buttons : []
      expect(buttons).toHaveLength(5)
      for (const { title, payload } of buttons) {
        const pressed: MessageContent = { message_type: 'postback', payload: { title, message: payload } }
        for (const said of [pressed, text(title)]) {
          const { contents } = robotAnswer(said, { ...terms, language })
          expect([title, contents.map((content) => content.message_type)]).not.toEqual([title, ['quick_replies']])
        }
      }
    }
  })

  it.each(['th', 'lo', 'en'] as const)('promise nothing of a bonus that staff may change, in %s', (language) => {
    const { contents } = robotAnswer(text('bonus'), { ...terms, language, website: '' })
    expect(JSON.stringify(contents)).toContain('/user/bonus')
    expect(JSON.stringify(contents)).not.toMatch(/[\p{Nd}%]/u)
  })

  it('do without files that were not made', () => {
    const none = { 'how-to-picture': null, 'how-to-video': null, 'card-welcome': null, 'card-daily': null }
    expect(kindsOf('how', { files: none })).toEqual(['text', 'text', 'buttons'])
    expect(kindsOf('bonus', { files: none })).toEqual(['generic'])
  })
})

describe('the robot of the demo operator', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ settings: { registerOTP: false } })
  })
  afterAll(() => app.close())

  const english = { headers: { 'accept-language': 'en' } }

  async function ask(who: Chatter, words: string | object, more: object = english): Promise<ChatMessage[]> {
    const sent = await say(app, who, words, more)
    expect(sent.status).toBe(200)
    await app.settle()
    return (await historyOf(app, who, { after: sent.body.seq, limit: 100 })).messages
  }

  it('is switched on by the demo, says that it is none of the staff, and shows every kind of message that the other side can send', async () => {
    expect((await app.app().operator.settings()).chatRobot).toBe(true)
    const who = guest()
    const kinds = new Set<string>()
    for (const words of ['hello', 'deposit', 'promotion', 'how to', 'call', 'person']) {
      for (const { message, sender } of await ask(who, words)) {
        expect(sender).toBe('robot')
        kinds.add(message.message_type)
      }
    }
    expect(kinds).toEqual(new Set(['quick_replies', 'buttons', 'generic', 'media', 'text']))
  })

  it('[CHT-027] [CHT-028] shows buttons, pictures, a video and cards with all their fields, at addresses that are good', async () => {
    const who = guest()
    const messages = [...(await ask(who, 'deposit')), ...(await ask(who, 'promotion')), ...(await ask(who, 'how to'))]
    const [buttons, cards, picture, video] = messages.map(({ message }) => message)
    expect(buttons?.payload).toEqual({
      title: en.deposit,
      buttons: [
        { title: en.open.deposit, type: 'web', payload: expect.stringMatching(/^http.*\/user\/home$/) },
        { title: en.ask.howTo, type: 'postback', payload: 'how to' },
        { title: en.ask.person, type: 'text', payload: en.ask.person },
      ],
    })
    expect(cards?.payloads).toHaveLength(2)
    for (const card of cards?.payloads ?? []) {
      expect(card).toEqual({
        image_url: expect.stringContaining('/api/files/'),
        title: expect.any(String),
        subtitle: expect.any(String),
        buttons: [
          { title: en.open.promotion, type: 'web', payload: expect.any(String) },
          { title: en.ask.person, type: 'postback', payload: 'person' },
        ],
      })
    }
    expect(picture?.payload).toMatchObject({
      fileType: 'image',
      url: true,
      name: 'how-to.png',
      message: en.howToPicture,
    })
    expect(video?.payload).toMatchObject({ fileType: 'video', url: true, name: 'how-to.mp4', message: en.howToVideo })
    const paths = [cards?.payloads?.[0]?.image_url, picture?.payload?.filePath, video?.payload?.filePath]
    const types = await Promise.all(
      paths.map(
        async (path) => (await app.app().http.inject({ method: 'GET', url: path ?? '' })).headers['content-type'],
      ),
    )
    expect(types).toEqual(['image/png', 'image/png', 'video/mp4'])
  })

  it('answers in the language of the customer', async () => {
    for (const language of ['th', 'lo', 'en'] as const) {
      const answers = await ask(guest(), 'hello', { headers: { 'accept-language': `${language};q=0.9` } })
      expect(textsOf(answers)).toEqual([robotTexts[language].greeting])
    }
  })

  it('answers each message once, also when several processes look at once, and a burst by its last words', async () => {
    const who = guest()
    await Promise.all(Array.from({ length: 8 }, (_, index) => say(app, who, `hello ${index}`, english)))
    await Promise.all([app.app().jobs.runAll(), app.app().jobs.runAll(), app.app().jobs.runAll()])
    const { messages } = await historyOf(app, who, { limit: 100 })
    const answers = messages.filter(({ sender }) => sender === 'robot')
    expect(textsOf(answers)).toEqual([en.greeting, ...Array.from({ length: 4 }, () => en.notUnderstood)])
    expect(new Set(messages.map(({ session_id }) => session_id)).size).toBe(1)
  })

  it('hands over to a person and says nothing any more, until the conversation has ended', async () => {
    const who = guest()
    expect(textsOf(await ask(who, 'a person, please'))).toEqual([en.person])
    expect(await ask(who, 'deposit')).toEqual([])
    await answerIn(app, who.roomId, 'I am here')
    expect(await ask(who, 'promotion')).toEqual([])
    await app.database.query(`update support_room set session_state = 'ended', agent_id = null where id = $1`, [
      who.roomId,
    ])
    const [answer] = await ask(who, 'hello again')
    expect(textsOf(answer ? [answer] : [])).toEqual([en.greeting])
    const { messages } = await historyOf(app, who, { limit: 100 })
    expect(new Set(messages.map(({ session_id }) => session_id)).size).toBe(2)
    expect(messages.at(-1)?.session_id).toBe(messages.at(-2)?.session_id)
  })

  it('leaves what the customer said last in the inbox when it hands over', async () => {
    const who = guest()
    const last = async () => (await listedRoom(app.database, who.roomId))?.last
    await ask(who, 'deposit')
    expect(await last()).toMatchObject({ sender: 'robot' })
    expect(textsOf(await ask(who, 'a person, please'))).toEqual([en.person])
    expect(await last()).toMatchObject({ sender: 'customer', text: 'a person, please' })
    await answerIn(app, who.roomId, 'I am here')
    expect(await last()).toMatchObject({ sender: 'agent', text: 'I am here' })
  })

  it('hands over with a picture, which it cannot look at', async () => {
    const who = guest()
    const { body } = await upload(app, who, whitePng(8, 8, true))
    const payload = { message: 'deposit.png', url: true, fileType: 'image', filePath: body.filePath }
    expect(textsOf(await ask(who, { message_type: 'media', payload }))).toEqual([en.gotFile])
    const rows = await app.database.query(
      'select session_state as state, waiting_since as since from support_room where id = $1',
      [who.roomId],
    )
    expect(rows).toEqual([{ state: 'waiting', since: app.clock.now() }])
  })

  it('is switched off by a setting: whoever waited for it waits for a person', async () => {
    const [who, other] = [guest(), guest()]
    await say(app, who, 'hello', english)
    await app.app().operator.setSetting('chatRobot', false)
    expect(await ask(other, 'deposit')).toEqual([])
    expect((await historyOf(app, who)).messages).toHaveLength(1)
    const rows = await app.database.query(
      'select distinct session_state as state from support_room where id = any($1)',
      [[who.roomId, other.roomId]],
    )
    expect(rows).toEqual([{ state: 'waiting' }])
    await app.app().operator.setSetting('chatRobot', true)
    expect(await ask(other, 'deposit')).toEqual([])
    expect(await ask(guest(), 'deposit')).toHaveLength(1)
  })

  it('is given its files once, however often the demo is seeded', async () => {
    await app.restart()
    expect(
      await app.database.query(`select count(*) as files from stored_file where owner = 'robot' and kept`),
    ).toEqual([{ files: 4 }])
  })
})
