import type { Language } from '../../../platform/http/index.ts'
import { robotTexts, type RobotTexts } from './robot.texts.ts'
import type { FileReference, MessageButton, MessageContent } from '../support.types.ts'

/** The files that the robot shows; null where they were not made: then it does without. */
export type RobotFiles = Readonly<Record<RobotFileName, FileReference | null>>
export const robotFileNames = ['how-to-picture', 'how-to-video', 'card-welcome', 'card-daily'] as const
export type RobotFileName = (typeof robotFileNames)[number]

export interface RobotTerms {
  language: Language
  /** Whether it has said nothing yet in this conversation. */
  isFirst: boolean
  files: RobotFiles
  /** The web app's own address, without a slash at the end. */
  website: string
  phone: string
}

export interface RobotAnswer {
  contents: MessageContent[]
  /** From here on a person answers. */
  handsOver: boolean
}

type Topic = 'missing' | 'deposit' | 'promotion' | 'howTo' | 'call' | 'person'

/** The words that a topic is known by, the one that stands first in the list before the others. */
const WORDS: readonly (readonly [Topic, RegExp])[] = [
  ['person', /เจ้าหน้าที่|แอดมิน|พนักงาน|คุยกับคน|ພະນັກງານ|ແອັດມິນ|ລົມກັບຄົນ|\b(person|human|agent|admin|staff|operator)\b/],
  // Money that did not come is a person's to look for, whatever other words stand beside it.
  [
    'missing',
    /(เงิน|ยอด|ฝาก|ถอน|โอน).*(ไม่เข้า|ไม่ถึง|ไม่ขึ้น|ไม่มา|ไม่ได้รับ|หาย)|(ບໍ່|ບໍ່ທັນ|ຍັງບໍ່)(ເຂົ້າ|ຮອດ|ໄດ້ຮັບ)|(\bnot|n['’]t|\bnever|\bnothing)\b.*\b(arrived?|received?|come|came|credited|in my (wallet|account))\b|\bmissing\b|\bwhere is my\b/,
  ],
  ['call', /โทร|เบอร์|ໂທ|ເບີ|\b(call|phone|telephone)\b/],
  ['howTo', /วิธี|ยังไง|อย่างไร|สอน|ວິທີ|ແນວໃດ|ສອນ|\bhow\b/],
  ['promotion', /โปร|โบนัส|แจก|ໂປຣ|ໂບນັດ|\b(promo|promotions?|bonus|bonuses)\b/],
  ['deposit', /ฝาก|เติม|ຝາກ|ເຕີມ|\b(deposits?|top ?up)\b/],
]

function topicOf(words: string): Topic | null {
  const text = words.normalize('NFC').toLowerCase()
  return WORDS.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}

/** What the demo operator's robot answers to a customer's message: rules, no model. It looks at no file itself. */
export function robotAnswer(content: MessageContent, terms: RobotTerms): RobotAnswer {
  const texts = robotTexts[terms.language]
  if (content.message_type === 'media') return { contents: [text(texts.gotFile)], handsOver: true }
  const topic = 'payload' in content && 'message' in content.payload ? topicOf(content.payload.message) : null
  if (topic === 'missing') return { contents: [missing(texts, terms)], handsOver: true }
  if (topic === 'person') return { contents: [text(texts.person)], handsOver: true }
  if (topic !== null) return { contents: about(topic, texts, terms), handsOver: false }
  return { contents: [choice(terms.isFirst ? texts.greeting : texts.notUnderstood, texts)], handsOver: false }
}

/** What to send along while a person comes. */
function missing(texts: RobotTexts, { website }: RobotTerms): MessageContent {
  return buttons(texts.missing, [{ title: texts.open.history, type: 'web', payload: `${website}/user/statement` }])
}

function about(topic: Exclude<Topic, 'person' | 'missing'>, texts: RobotTexts, { files, website, phone }: RobotTerms) {
  const web = (title: string, path: string): MessageButton => ({ title, type: 'web', payload: website + path })
  const contents: Record<typeof topic, () => MessageContent[]> = {
    deposit: () => [
      buttons(texts.deposit, [
        web(texts.open.deposit, '/user/home'),
        { title: texts.ask.howTo, type: 'postback', payload: 'how to' },
        { title: texts.ask.person, type: 'text', payload: texts.ask.person },
      ]),
    ],
    promotion: () => [
      {
        message_type: 'generic',
        payloads: (['welcome', 'daily'] as const).map((name) => ({
          image: files[`card-${name}`],
          ...texts.cards[name],
          buttons: [
            web(texts.open.promotion, '/user/bonus'),
            { title: texts.ask.person, type: 'postback', payload: 'person' },
          ],
        })),
      },
    ],
    howTo: () => [
      ...media(texts.howToPicture, 'image', files['how-to-picture'], 'how-to.png'),
      ...media(texts.howToVideo, 'video', files['how-to-video'], 'how-to.mp4'),
      buttons(texts.open.howTo, [web(texts.open.howTo, '/howto')]),
    ],
    call: () => [buttons(texts.call, [{ title: phone, type: 'call', payload: phone }])],
  }
  return contents[topic]()
}

function text(message: string): MessageContent {
  return { message_type: 'text', payload: { message } }
}

function buttons(title: string, list: MessageButton[]): MessageContent {
  return { message_type: 'buttons', payload: { title, buttons: list } }
}

function choice(title: string, { ask }: RobotTexts): MessageContent {
  const reply = (label: string, payload: string): MessageButton => ({ title: label, type: 'postback', payload })
  return {
    message_type: 'quick_replies',
    payload: {
      title,
      buttons: [
        reply(ask.deposit, 'deposit'),
        reply(ask.promotion, 'promotion'),
        reply(ask.howTo, 'how to'),
        reply(ask.call, 'call'),
        reply(ask.person, 'person'),
      ],
    },
  }
}

function media(
  message: string,
  fileType: 'image' | 'video',
  file: FileReference | null,
  name: string,
): MessageContent[] {
  return file === null
    ? [text(message)]
    : [{ message_type: 'media', payload: { message, url: true, fileType, name, file } }]
}
