import type { Sql } from '../../platform/database/types.ts'
import type { Language } from '../../platform/http/index.ts'
import { addBanner } from './banners.ts'
import { type InviteRule, readInviteRule, writeInviteRule } from './invite.store.ts'
import { readRefundRule, type RefundRule, writeRefundRule } from './refund.store.ts'

/** Rulings 4.5: 5 % of what was newly lost in the month, for 7 days, as money without conditions. */
const demoRefundRule: RefundRule = {
  isActive: true,
  percentHundredths: 500,
  minimumMinor: 0,
  lapseDays: 7,
  percentFail: 0,
  percentSuccess: 0,
  info: {
    th: 'คืนยอดเสีย %percent%% ของยอดเสียใหม่ในแต่ละวัน คิดยอดหลังเที่ยงคืน กดรับได้ภายใน %days% วัน',
    lo: 'ຄືນຍອດເສຍ %percent%% ຂອງຍອດເສຍໃໝ່ໃນແຕ່ລະມື້ ຄິດໄລ່ຫຼັງທ່ຽງຄືນ ກົດຮັບໄດ້ພາຍໃນ %days% ມື້',
    en: '%percent%% of each day’s new losses comes back. It is worked out after midnight; receive it within %days% days.',
  },
}

/** Rulings 4.6: 1 % of the same figure of each friend. */
const demoInviteRule: InviteRule = { isActive: true, percentHundredths: 100, percentFail: 0, percentSuccess: 0 }

interface DemoBanner {
  place: 'invite' | 'refund'
  image: string
  html: Record<Language, string>
}

const demoBanners: readonly DemoBanner[] = [
  {
    place: 'invite',
    image: '/art/banner-invite.svg',
    html: {
      th: '<h3>ชวนเพื่อน รับโบนัส %percent%%</h3><p>ส่งลิงก์ของคุณให้เพื่อน ทุกครั้งที่เพื่อนเล่นเสีย คุณรับ %percent%% ของยอดเสียใหม่ทุกวัน</p>',
      lo: '<h3>ຊວນໝູ່ ຮັບໂບນັດ %percent%%</h3><p>ສົ່ງລິ້ງຂອງທ່ານໃຫ້ໝູ່ ທຸກຄັ້ງທີ່ໝູ່ຫຼິ້ນເສຍ ທ່ານຮັບ %percent%% ຂອງຍອດເສຍໃໝ່ທຸກມື້</p>',
      en: '<h3>Invite a friend, get %percent%%</h3><p>Share your link. Each day you receive %percent%% of what your friends newly lose.</p>',
    },
  },
  {
    place: 'refund',
    image: '/art/banner-refund.svg',
    html: {
      th: '<h3>คืนยอดเสีย %percent%% ทุกวัน</h3><p>คิดยอดหลังเที่ยงคืน กดรับแล้วเพิ่มเข้ากระเป๋าได้เลย ภายใน %days% วัน</p>',
      lo: '<h3>ຄືນຍອດເສຍ %percent%% ທຸກມື້</h3><p>ຄິດໄລ່ຫຼັງທ່ຽງຄືນ ກົດຮັບແລ້ວເພີ່ມເຂົ້າກະເປົາໄດ້ເລີຍ ພາຍໃນ %days% ມື້</p>',
      en: '<h3>%percent%% of losses back, every day</h3><p>Worked out after midnight. Receive it within %days% days and add it to your wallet.</p>',
    },
  },
]

/** When the demo operator's rules began: before anybody played. */
const BEGINNING = new Date('2020-01-01T00:00:00.000Z')

/** Writes the demo operator's refund and invite rules and banners; what the operator has said already stays. */
export async function seedRefundDemo(tx: Sql, now: Date): Promise<void> {
  if ((await readRefundRule(tx, now)) === null) await writeRefundRule(tx, BEGINNING, demoRefundRule)
  if ((await readInviteRule(tx, now)) === null) await writeInviteRule(tx, BEGINNING, demoInviteRule)
  for (const [sort, banner] of demoBanners.entries()) await addBanner(tx, { ...banner, sort })
}
