import type {
  DeskFacts,
  DeskMessage,
  DeskReply,
  DeskRoom,
  DeskStaffRow,
  DeskStaffSession,
  Role,
} from '@krapao/contract'

/** What a server of a small desk answers with: two agents, four customers, one conversation of every kind of message. */

const support: Role[] = ['SUPPORT']
export const agentMali = { _id: 'agent0mali0000000000000001', name: 'มะลิ', username: 'mali', roles: support }
export const agentBoun = { _id: 'agent0boun0000000000000002', name: 'บุญมี', username: 'boun', roles: support }

/** Two of the staff as an owner sees them, the first of whom is he. */
export const someStaff: DeskStaffRow[] = [
  {
    ...agentMali,
    roles: ['OWNER', 'PAYMENTS'],
    state: 'active',
    lastSeenAt: secondsAgo(30),
    factor: { madeAt: '2026-03-02T03:00:00.000Z', usedAt: secondsAgo(3600), passwordUntil: null },
    sessions: [aSession('mali-here', { isThis: true })],
  },
  {
    ...agentBoun,
    state: 'active',
    lastSeenAt: null,
    factor: { madeAt: '2026-03-03T03:00:00.000Z', usedAt: null, passwordUntil: null },
    sessions: [aSession('boun-one', { address: '10.0.0.9' }), aSession('boun-two', { device: null })],
  },
]

function aSession(sessionId: string, given: Partial<DeskStaffSession> = {}): DeskStaffSession {
  return {
    sessionId,
    since: '2026-11-24T03:04:05.000Z',
    lastSeenAt: '2026-11-24T05:06:07.000Z',
    endsAt: '2026-11-24T15:04:05.000Z',
    address: '10.0.0.1',
    device:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36',
    isThis: false,
    ...given,
  }
}

/** An ISO time so many seconds before now. */
export function secondsAgo(seconds: number): string {
  return new Date(Date.now() - seconds * 1_000).toISOString()
}

/** When today began in Bangkok, milliseconds since 1970. */
function todayMs(): number {
  const [dayMs, aheadMs] = [24 * 3_600_000, 7 * 3_600_000]
  return Math.floor((Date.now() + aheadMs) / dayMs) * dayMs - aheadMs
}

/** A room of a member who waits, with what is given in place of it. */
export function aRoom(given: Partial<DeskRoom> = {}): DeskRoom {
  return {
    roomId: 'memberaaaaaaaaaaaaaaaaaaaa',
    kind: 'member',
    name: 'สมชาย ใจดี',
    phone: '0812345678',
    language: 'th',
    state: 'waiting',
    agent: null,
    waitingSince: secondsAgo(75),
    unread: 2,
    lastSeq: 3,
    last: { sender: 'customer', text: 'ฝากเงินแล้วยอดยังไม่เข้าครับ', createdAt: secondsAgo(75) },
    ...given,
  }
}

export const guestRoomId = '0q7xk2mv9bt4cr1sw8zn5jy3ea'

/** A room of a guest who writes Lao. */
export function aGuestRoom(given: Partial<DeskRoom> = {}): DeskRoom {
  return aRoom({
    roomId: guestRoomId,
    kind: 'guest',
    name: null,
    phone: null,
    language: 'lo',
    waitingSince: secondsAgo(312),
    unread: 1,
    last: { sender: 'customer', text: 'ສະບາຍດີ ສະໝັກແນວໃດ', createdAt: secondsAgo(312) },
    ...given,
  })
}

export const someFacts: DeskFacts = {
  memberId: '10000042',
  username: '0812345678',
  name: 'สมชาย ใจดี',
  registeredAt: '2026-03-05T03:04:05.000Z',
  bank: { code: 'KBANK', accountName: 'SOMCHAI JAIDEE', lastDigits: '7890' },
  bonusState: 'granted',
  walletAmount: 8320.5,
  sessions: 2,
}

let lastId = 0

/** A message of the customer, with what is given in place of it. */
export function aMessage(seq: number, given: Partial<DeskMessage> = {}): DeskMessage {
  lastId += 1
  const from = given.from ?? 'customer'
  return {
    _id: `message${String(lastId).padStart(19, '0')}`,
    seq,
    from,
    agent: null,
    sender: from === 'agent' ? 'admin' : from,
    // Within the hour, and within today.
    createdAt: new Date(Math.max(todayMs() + seq, Date.now() - (60 - seq) * 60_000)).toISOString(),
    session_id: 'session0000000000000000001',
    message: { message_type: 'text', payload: { message: `ข้อความที่ ${seq}` } },
    deliver: { id: `key-${lastId}`, status: 'succeed' },
    ...given,
  }
}

/** A message of words. */
export const words = (message: string): DeskMessage['message'] => ({ message_type: 'text', payload: { message } })

const button = { title: 'ดูวิธีฝากเงิน', type: 'web', payload: 'https://purse.example/howto' }

/** One message of every kind, of a customer, of the automatic replies and of an agent, over two conversations. */
export function everyKind(picture: string): DeskMessage[] {
  const yesterday = {
    session_id: 'session0000000000000000000',
    createdAt: new Date(todayMs() - 6 * 3_600_000).toISOString(),
  }
  return [
    aMessage(1, { ...yesterday, message: words('สวัสดีครับ') }),
    aMessage(2, { ...yesterday, from: 'robot', message: words('สวัสดีค่ะ มีอะไรให้ช่วยไหมคะ') }),
    aMessage(3, { message: words('ฝากเงินแล้วยอดยังไม่เข้าครับ ดูที่ https://purse.example/a?b=1 หรือเขียนถึง me@purse.example') }),
    aMessage(4, {
      from: 'robot',
      message: {
        message_type: 'quick_replies',
        payload: {
          title: 'เลือกเรื่องที่ต้องการได้เลยค่ะ',
          buttons: ['ยอดไม่เข้า', 'ถอนเงิน', 'โบนัส'].map((title) => ({ title, type: 'text', payload: title })),
        },
      },
    }),
    aMessage(5, { message: { message_type: 'postback', payload: { title: 'ยอดไม่เข้า', message: 'DEPOSIT' } } }),
    aMessage(6, {
      from: 'agent',
      agent: agentMali,
      message: {
        message_type: 'buttons',
        payload: {
          title: 'ส่งสลิปได้ที่หน้านี้ค่ะ',
          buttons: [
            button,
            { title: 'โทรหาเรา', type: 'call', payload: '021234567' },
            { title: 'คุยต่อ', type: 'postback', payload: 'TALK' },
          ],
        },
      },
    }),
    aMessage(7, {
      message: { message_type: 'media', payload: { message: 'slip.png', fileType: 'image', filePath: picture } },
    }),
    aMessage(8, {
      from: 'agent',
      agent: agentMali,
      message: {
        message_type: 'generic',
        payloads: [
          { image_url: picture, title: 'โบนัสต้อนรับ 20%', subtitle: 'ฝากครั้งแรกของวัน', buttons: [button] },
          { image_url: picture, title: 'คืนยอดเสียทุกวัน', subtitle: 'รับได้หลังเที่ยงคืน', buttons: [button] },
        ],
      },
    }),
    aMessage(9, { message: { message_type: 'sticker' } }),
    aMessage(10, { message: words('ขอบคุณครับ') }),
  ]
}

export const someReplies: DeskReply[] = [
  {
    _id: 'reply000000000000000000001',
    title: 'ทักทาย',
    th: 'สวัสดีค่ะ มีอะไรให้แอดมินช่วยไหมคะ',
    lo: 'ສະບາຍດີ ມີຫຍັງໃຫ້ແອັດມິນຊ່ວຍບໍ',
    en: 'Hello, how can we help?',
  },
  {
    _id: 'reply000000000000000000002',
    title: 'ขอสลิป',
    th: 'ขอสลิปการโอนด้วยนะคะ ระบบตรวจให้ภายใน 1 นาทีค่ะ',
    lo: 'ຂໍສະລິບການໂອນແດ່ ລະບົບກວດໃຫ້ພາຍໃນ 1 ນາທີ',
    en: 'Please send the slip. We check it within a minute.',
  },
  {
    _id: 'reply000000000000000000003',
    title: 'ถอนเงิน',
    th: 'ถอนเงินได้ที่หน้าหลัก กดถอนเงิน แล้วใส่จำนวนเงินค่ะ',
    lo: 'ຖອນເງິນໄດ້ທີ່ໜ້າຫຼັກ ກົດຖອນເງິນ ແລ້ວໃສ່ຈຳນວນເງິນ',
    en: 'Open the home page, press Withdraw and enter the amount.',
  },
]
