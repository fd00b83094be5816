import { deriveId } from '../../../platform/ids.ts'
import type { RuleRow } from '../bonus.store.ts'

/** When the demo operator began. */
const validFrom = new Date(0)

type Given = Pick<RuleRow, 'source' | 'code' | 'names' | 'descriptions'> & Partial<RuleRow>

function rule(sort: number, given: Given): RuleRow {
  return {
    id: deriveId('demo-rule', given.source, given.code),
    validFrom,
    validUntil: null,
    kind: 'limit',
    maxReceived: 1,
    percentHundredths: null,
    fixedMinor: null,
    capMinor: null,
    minDepositMinor: 100_00,
    percentFail: 5,
    percentSuccess: 300,
    seats: null,
    banners: [],
    sort,
    ...given,
  }
}

/** The demo operator's bonuses and promotions (rulings 6.6). */
export const demoRules: readonly RuleRow[] = [
  rule(1, {
    source: 'bonus',
    code: 'FIRST20',
    names: { th: 'ฝากแรก รับ 20%', lo: 'ຝາກຄັ້ງທຳອິດ ຮັບ 20%', en: 'First deposit, 20% extra' },
    descriptions: {
      th: 'ฝากครั้งถัดไปตั้งแต่ 100 บาท รับเพิ่ม 20% รับโบนัสสูงสุด 1,000 บาท รับได้ครั้งเดียว',
      lo: 'ຝາກຄັ້ງຕໍ່ໄປຕັ້ງແຕ່ 100 ບາດ ຮັບເພີ່ມ 20% ຮັບໂບນັດສູງສຸດ 1,000 ບາດ ຮັບໄດ້ຄັ້ງດຽວ',
      en: 'Your next deposit of 100 baht or more brings 20% extra, up to 1,000 baht. Once for each member.',
    },
    percentHundredths: 2000,
    capMinor: 1_000_00,
    banners: [
      {
        image: '/art/bonus-first20.svg',
        html: {
          th: '<p><b>ฝากแรก รับเพิ่ม 20%</b></p><p>ฝากครั้งถัดไปตั้งแต่ 100 บาท รับโบนัสสูงสุด 1,000 บาท</p>',
          lo: '<p><b>ຝາກຄັ້ງທຳອິດ ຮັບເພີ່ມ 20%</b></p><p>ຝາກຄັ້ງຕໍ່ໄປຕັ້ງແຕ່ 100 ບາດ ຮັບໂບນັດສູງສຸດ 1,000 ບາດ</p>',
          en: '<p><b>20% extra on your first deposit</b></p><p>From 100 baht, up to 1,000 baht extra.</p>',
        },
      },
    ],
  }),
  rule(2, {
    source: 'bonus',
    code: 'DAILY10',
    names: { th: 'โบนัสรายวัน 10%', lo: 'ໂບນັດປະຈຳວັນ 10%', en: 'Daily 10%' },
    descriptions: {
      th: 'ฝากตั้งแต่ 100 บาท รับเพิ่ม 10% รับโบนัสสูงสุด 500 บาท วันละครั้ง',
      lo: 'ຝາກຕັ້ງແຕ່ 100 ບາດ ຮັບເພີ່ມ 10% ຮັບໂບນັດສູງສຸດ 500 ບາດ ມື້ລະຄັ້ງ',
      en: 'A deposit of 100 baht or more brings 10% extra, up to 500 baht. Once a day.',
    },
    kind: 'day',
    percentHundredths: 1000,
    capMinor: 500_00,
    banners: [
      {
        image: '/art/bonus-daily10.svg',
        html: {
          th: '<p><b>รับเพิ่ม 10% ทุกวัน</b></p><p>วันละครั้ง ฝากตั้งแต่ 100 บาท รับโบนัสสูงสุด 500 บาท</p>',
          lo: '<p><b>ຮັບເພີ່ມ 10% ທຸກມື້</b></p><p>ມື້ລະຄັ້ງ ຝາກຕັ້ງແຕ່ 100 ບາດ ຮັບໂບນັດສູງສຸດ 500 ບາດ</p>',
          en: '<p><b>10% extra every day</b></p><p>Once a day, from 100 baht, up to 500 baht extra.</p>',
        },
      },
    ],
  }),
  rule(3, {
    source: 'bonus',
    code: 'WEEKEND5',
    names: { th: 'โบนัสประจำสัปดาห์ 5%', lo: 'ໂບນັດປະຈຳອາທິດ 5%', en: 'Weekly 5%' },
    descriptions: {
      th: 'ฝากตั้งแต่ 100 บาท รับเพิ่ม 5% รับโบนัสสูงสุด 2,000 บาท สัปดาห์ละสองครั้ง',
      lo: 'ຝາກຕັ້ງແຕ່ 100 ບາດ ຮັບເພີ່ມ 5% ຮັບໂບນັດສູງສຸດ 2,000 ບາດ ອາທິດລະສອງຄັ້ງ',
      en: 'A deposit of 100 baht or more brings 5% extra, up to 2,000 baht. Twice a week.',
    },
    kind: 'week',
    maxReceived: 2,
    percentHundredths: 500,
    capMinor: 2_000_00,
    banners: [
      {
        image: '/art/bonus-weekend5.svg',
        html: {
          th: '<p><b>รับเพิ่ม 5% สัปดาห์ละสองครั้ง</b></p><p>ฝากตั้งแต่ 100 บาท รับโบนัสสูงสุด 2,000 บาท</p>',
          lo: '<p><b>ຮັບເພີ່ມ 5% ອາທິດລະສອງຄັ້ງ</b></p><p>ຝາກຕັ້ງແຕ່ 100 ບາດ ຮັບໂບນັດສູງສຸດ 2,000 ບາດ</p>',
          en: '<p><b>5% extra, twice a week</b></p><p>From 100 baht, up to 2,000 baht extra.</p>',
        },
      },
    ],
  }),
  rule(4, {
    source: 'promotion',
    code: 'WELCOME',
    names: { th: 'ของขวัญต้อนรับ 50 บาท', lo: 'ຂອງຂວັນຕ້ອນຮັບ 50 ບາດ', en: 'Welcome gift, 50 baht' },
    descriptions: {
      th: 'ฝากครั้งถัดไปตั้งแต่ 100 บาท รับเพิ่ม 50 บาท สำหรับ 1,000 ท่านแรก',
      lo: 'ຝາກຄັ້ງຕໍ່ໄປຕັ້ງແຕ່ 100 ບາດ ຮັບເພີ່ມ 50 ບາດ ສຳລັບ 1,000 ທ່ານທຳອິດ',
      en: 'Your next deposit of 100 baht or more brings 50 baht extra. For the first 1,000 members.',
    },
    fixedMinor: 50_00,
    seats: 1_000,
  }),
  rule(5, {
    source: 'promotion',
    code: 'LUCKY77',
    names: { th: 'โชคดี 77', lo: 'ໂຊກດີ 77', en: 'Lucky 77' },
    descriptions: {
      th: 'ฝากครั้งถัดไปตั้งแต่ 100 บาท รับเพิ่ม 77 บาท สำหรับ 77 ท่านแรก',
      lo: 'ຝາກຄັ້ງຕໍ່ໄປຕັ້ງແຕ່ 100 ບາດ ຮັບເພີ່ມ 77 ບາດ ສຳລັບ 77 ທ່ານທຳອິດ',
      en: 'Your next deposit of 100 baht or more brings 77 baht extra. For the first 77 members.',
    },
    fixedMinor: 77_00,
    seats: 77,
  }),
]
