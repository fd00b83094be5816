import type { Country } from '@krapao/contract'
import type { Language } from '../../../platform/http/index.ts'
import type { TextKind } from '../operator.store.ts'

type Texts = Record<Language, readonly string[]>

/** From what age people may play, by the law of the country and not by the language that it is read in. */
const MINIMUM_AGE: Record<Country, number> = { TH: 20, LA: 18 }

/** What a withdrawal may be; in Laos with what that is in kip, at the demo's rate. */
const WITHDRAWALS: Record<Country, Record<Language, string>> = {
  TH: { th: '100 ถึง 50,000 บาท', lo: '100 ຫາ 50,000 ບາດ', en: 'from 100 to 50,000 baht' },
  LA: {
    th: '100 ถึง 50,000 บาท (64,000 ถึง 32,000,000 กีบ)',
    lo: '100 ຫາ 50,000 ບາດ (64,000 ຫາ 32,000,000 ກີບ)',
    en: 'from 100 to 50,000 baht (64,000 to 32,000,000 kip)',
  },
}

/** The demo operator's texts for a country, written as the HTML that is shown. */
export function demoTextsOf(country: Country): Record<TextKind, Texts> {
  const age = MINIMUM_AGE[country]
  const amounts = WITHDRAWALS[country]
  return {
    condition: {
      th: [
        `<h3>การฝากและถอน</h3><p>ชื่อบัญชีที่โอนต้องตรงกับบัญชีที่ลงทะเบียนไว้ ถอนได้วันละ 3 ครั้ง ครั้งละ ${amounts.th}</p>`,
        '<h3>โบนัส</h3><p>เมื่อรับโบนัสแล้ว ต้องจบโบนัสก่อนจึงจะฝากด้วย QR หรือถอนเงินได้</p>',
        `<h3>การเล่นอย่างรับผิดชอบ</h3><p>สำหรับผู้มีอายุ ${age} ปีขึ้นไป เล่นเท่าที่รับได้ และหยุดพักเมื่อเริ่มไม่สนุก</p>`,
      ],
      lo: [
        `<h3>ການຝາກ ແລະ ຖອນ</h3><p>ຊື່ບັນຊີທີ່ໂອນຕ້ອງກົງກັບບັນຊີທີ່ລົງທະບຽນໄວ້ ຖອນໄດ້ມື້ລະ 3 ຄັ້ງ ຄັ້ງລະ ${amounts.lo}</p>`,
        '<h3>ໂບນັດ</h3><p>ເມື່ອຮັບໂບນັດແລ້ວ ຕ້ອງຈົບໂບນັດກ່ອນ ຈຶ່ງຈະຝາກດ້ວຍ QR ຫຼື ຖອນເງິນໄດ້</p>',
        `<h3>ການຫຼິ້ນຢ່າງຮັບຜິດຊອບ</h3><p>ສຳລັບຜູ້ມີອາຍຸ ${age} ປີຂຶ້ນໄປ ຫຼິ້ນເທົ່າທີ່ຮັບໄດ້ ແລະ ພັກເມື່ອເລີ່ມບໍ່ມ່ວນ</p>`,
      ],
      en: [
        `<h3>Deposits and withdrawals</h3><p>The name on the account you pay from must match the one you registered. Three withdrawals a day, each ${amounts.en}.</p>`,
        '<h3>Bonuses</h3><p>Once you hold a bonus, end it before you deposit by QR code or withdraw.</p>',
        `<h3>Playing responsibly</h3><p>For people of ${age} years or more. Play within your means, and take a break when it stops being fun.</p>`,
      ],
    },
    agreement: {
      th: [
        `<h3>เกี่ยวกับคุณ</h3><p>ข้าพเจ้ามีอายุไม่ต่ำกว่า ${age} ปี และข้อมูลที่ให้ไว้เป็นความจริง</p>`,
        '<h3>ความเป็นส่วนตัว</h3><p>เราเก็บเบอร์โทรศัพท์และบัญชีธนาคารของคุณเพื่อให้บริการเท่านั้น</p>',
      ],
      lo: [
        `<h3>ກ່ຽວກັບທ່ານ</h3><p>ຂ້າພະເຈົ້າມີອາຍຸບໍ່ຕ່ຳກວ່າ ${age} ປີ ແລະ ຂໍ້ມູນທີ່ໃຫ້ໄວ້ເປັນຄວາມຈິງ</p>`,
        '<h3>ຄວາມເປັນສ່ວນຕົວ</h3><p>ພວກເຮົາເກັບເບີໂທລະສັບ ແລະ ບັນຊີທະນາຄານຂອງທ່ານ ເພື່ອໃຫ້ບໍລິການເທົ່ານັ້ນ</p>',
      ],
      en: [
        `<h3>About you</h3><p>I am at least ${age} years old, and what I have stated is true.</p>`,
        '<h3>Privacy</h3><p>We keep your phone number and bank account to provide the service, and for nothing else.</p>',
      ],
    },
    notice: {
      th: ['<p>เมื่อรับโบนัสแล้ว จบโบนัสได้เมื่อยอดรวมเหลือต่ำกว่า %percentFail%% ของยอดฝากรวมโบนัส ต้องจบโบนัสก่อนฝากครั้งต่อไป</p>'],
      lo: ['<p>ເມື່ອຮັບໂບນັດແລ້ວ ຈົບໂບນັດໄດ້ເມື່ອຍອດລວມເຫຼືອຕ່ຳກວ່າ %percentFail%% ຂອງຍອດຝາກລວມໂບນັດ ຕ້ອງຈົບໂບນັດກ່ອນຝາກຄັ້ງຕໍ່ໄປ</p>'],
      en: [
        '<p>A bonus can be ended when what is left falls below %percentFail%% of deposit plus bonus. End it before your next deposit.</p>',
      ],
    },
    contact: {
      th: ['<p>ทุกวัน ตลอด 24 ชั่วโมง</p>'],
      lo: ['<p>ທຸກມື້ ຕະຫຼອດ 24 ຊົ່ວໂມງ</p>'],
      en: ['<p>Every day, around the clock.</p>'],
    },
    withdraw: {
      th: ['<p>เงินเข้าบัญชีที่ลงทะเบียนไว้เท่านั้น ยอดเกิน 20,000 บาทใช้เวลาตรวจสอบเพิ่ม</p>'],
      lo: ['<p>ເງິນເຂົ້າບັນຊີທີ່ລົງທະບຽນໄວ້ເທົ່ານັ້ນ ຍອດເກີນ 20,000 ບາດ ໃຊ້ເວລາກວດສອບເພີ່ມ</p>'],
      en: [
        '<p>Money goes to your registered account only. Amounts over 20,000 baht are checked by a person first.</p>',
      ],
    },
    slip: {
      th: ['<p>รูปสลิปที่บันทึกจากแอปธนาคารอ่านได้ดีที่สุด<br>ถ้าถ่ายรูป ให้วางสลิปราบในที่สว่าง</p>'],
      lo: ['<p>ຮູບສະລິບທີ່ບັນທຶກຈາກແອັບທະນາຄານອ່ານໄດ້ດີທີ່ສຸດ<br>ຖ້າຖ່າຍຮູບ ໃຫ້ວາງສະລິບຮາບໃນບ່ອນແຈ້ງ</p>'],
      en: ['<p>The image that your bank app saves is read best. To photograph a slip, lay it flat in good light.</p>'],
    },
  }
}

/** How members found the service: code, then Thai, Lao and English. */
export const demoSources: readonly (readonly [code: string, th: string, lo: string, en: string])[] = [
  ['FRIEND', 'เพื่อนแนะนำ', 'ໝູ່ແນະນຳ', 'A friend'],
  ['FACEBOOK', 'เฟซบุ๊ก', 'ເຟສບຸກ', 'Facebook'],
  ['LINE', 'ไลน์', 'ລາຍ', 'LINE'],
  ['TIKTOK', 'ติ๊กต็อก', 'ຕິກຕັອກ', 'TikTok'],
  ['SEARCH', 'ค้นหาในอินเทอร์เน็ต', 'ຄົ້ນຫາໃນອິນເຕີເນັດ', 'A web search'],
  ['OTHER', 'อื่น ๆ', 'ອື່ນໆ', 'Something else'],
]
