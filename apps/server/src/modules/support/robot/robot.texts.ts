import type { Language } from '../../../platform/http/index.ts'

/** What the robot says, in each language. */
export interface RobotTexts {
  greeting: string
  notUnderstood: string
  deposit: string
  missing: string
  howToPicture: string
  howToVideo: string
  call: string
  person: string
  gotFile: string
  open: { deposit: string; howTo: string; promotion: string; history: string }
  ask: { deposit: string; promotion: string; howTo: string; call: string; person: string }
  /** Without figures: what is on offer, and how, staff change on the page that these lead to. */
  cards: { welcome: { title: string; subtitle: string }; daily: { title: string; subtitle: string } }
}

export const robotTexts: Readonly<Record<Language, RobotTexts>> = {
  th: {
    greeting: 'สวัสดีค่ะ นี่คือระบบตอบอัตโนมัติ เลือกเรื่องที่ต้องการ พิมพ์ถาม หรือคุยกับแอดมินได้เลยค่ะ',
    notUnderstood: 'ขออภัยค่ะ ยังไม่เข้าใจคำถาม ลองเลือกเรื่องด้านล่าง หรือคุยกับแอดมินได้เลยค่ะ',
    deposit: 'ฝากเงินได้ด้วย QR สลิปโอนเงิน หรือลิงก์ซองของขวัญ เงินเข้ากระเป๋าภายในไม่กี่นาทีค่ะ',
    missing: 'ขออภัยที่ให้รอค่ะ แอดมินกำลังมาตรวจสอบให้ ระหว่างนี้ส่งสลิป จำนวนเงิน และเวลาที่โอนไว้ในแชตนี้ได้เลยค่ะ',
    howToPicture: 'หน้าฝากเงินเป็นแบบนี้ค่ะ',
    howToVideo: 'วิดีโอสั้น ๆ ดูวิธีฝากเงินทีละขั้นค่ะ',
    call: 'โทรหาเราได้ตลอด 24 ชั่วโมงค่ะ',
    person: 'รอสักครู่นะคะ แอดมินกำลังมาตอบค่ะ',
    gotFile: 'ได้รับไฟล์แล้วค่ะ แอดมินกำลังมาดูให้ค่ะ',
    open: { deposit: 'ไปหน้าฝากเงิน', howTo: 'ดูวิธีใช้', promotion: 'ดูโปรโมชัน', history: 'ดูประวัติรายการ' },
    ask: {
      deposit: 'ฝากเงิน',
      promotion: 'โปรโมชัน',
      howTo: 'วิธีใช้',
      call: 'เบอร์โทรศัพท์',
      person: 'คุยกับแอดมิน',
    },
    cards: {
      welcome: { title: 'โบนัส', subtitle: 'ดูโบนัสที่รับได้ตอนนี้ พร้อมเงื่อนไขทั้งหมดค่ะ' },
      daily: { title: 'โปรโมชัน', subtitle: 'มีโค้ดโปรโมชัน ใส่โค้ดแล้วรับโบนัสได้เลยค่ะ' },
    },
  },
  lo: {
    greeting: 'ສະບາຍດີ ນີ້ແມ່ນລະບົບຕອບອັດຕະໂນມັດ ເລືອກເລື່ອງທີ່ຕ້ອງການ ພິມຖາມ ຫຼື ລົມກັບແອັດມິນໄດ້ເລີຍ',
    notUnderstood: 'ຂໍອະໄພ ຍັງບໍ່ເຂົ້າໃຈຄຳຖາມ ລອງເລືອກເລື່ອງດ້ານລຸ່ມ ຫຼື ລົມກັບແອັດມິນໄດ້ເລີຍ',
    deposit: 'ຝາກເງິນໄດ້ດ້ວຍ QR ສະລິບໂອນເງິນ ຫຼື ລິ້ງຊອງຂອງຂວັນ ເງິນເຂົ້າກະເປົາພາຍໃນບໍ່ເທົ່າໃດນາທີ',
    missing: 'ຂໍອະໄພທີ່ໃຫ້ລໍຖ້າ ແອັດມິນກຳລັງມາກວດສອບໃຫ້ ລະຫວ່າງນີ້ສົ່ງສະລິບ ຈຳນວນເງິນ ແລະ ເວລາທີ່ໂອນໄວ້ໃນແຊັດນີ້ໄດ້ເລີຍ',
    howToPicture: 'ໜ້າຝາກເງິນເປັນແບບນີ້',
    howToVideo: 'ວິດີໂອສັ້ນໆ ເບິ່ງວິທີຝາກເງິນເທື່ອລະຂັ້ນ',
    call: 'ໂທຫາພວກເຮົາໄດ້ຕະຫຼອດ 24 ຊົ່ວໂມງ',
    person: 'ລໍຖ້າຈັກໜ້ອຍ ແອັດມິນກຳລັງມາຕອບ',
    gotFile: 'ໄດ້ຮັບໄຟລ໌ແລ້ວ ແອັດມິນກຳລັງມາເບິ່ງໃຫ້',
    open: { deposit: 'ໄປໜ້າຝາກເງິນ', howTo: 'ເບິ່ງວິທີໃຊ້', promotion: 'ເບິ່ງໂປຣໂມຊັນ', history: 'ເບິ່ງປະຫວັດລາຍການ' },
    ask: {
      deposit: 'ຝາກເງິນ',
      promotion: 'ໂປຣໂມຊັນ',
      howTo: 'ວິທີໃຊ້',
      call: 'ເບີໂທລະສັບ',
      person: 'ລົມກັບແອັດມິນ',
    },
    cards: {
      welcome: { title: 'ໂບນັດ', subtitle: 'ເບິ່ງໂບນັດທີ່ຮັບໄດ້ຕອນນີ້ ພ້ອມເງື່ອນໄຂທັງໝົດ' },
      daily: { title: 'ໂປຣໂມຊັນ', subtitle: 'ມີລະຫັດໂປຣໂມຊັນ ໃສ່ລະຫັດແລ້ວຮັບໂບນັດໄດ້ເລີຍ' },
    },
  },
  en: {
    greeting: 'Hello, this is our automatic assistant. Choose a topic, type your question, or talk to support.',
    notUnderstood: 'Sorry, I did not understand. Choose a topic below, or talk to support.',
    deposit: 'You can deposit by QR, by a transfer slip, or with a gift link. The money arrives within minutes.',
    missing:
      'Sorry for the wait. Our support team is coming to look into it. Meanwhile, send the slip, the amount and the time of the transfer here.',
    howToPicture: 'This is the deposit page.',
    howToVideo: 'A short clip shows a deposit step by step.',
    call: 'Call us at any hour.',
    person: 'One moment, please: our support team will answer you here.',
    gotFile: 'We have your file. Our support team will look at it and answer here.',
    open: { deposit: 'Go to deposit', howTo: 'See how it works', promotion: 'See promotions', history: 'View history' },
    ask: {
      deposit: 'Deposit',
      promotion: 'Promotions',
      howTo: 'How to',
      call: 'Phone number',
      person: 'Talk to a person',
    },
    cards: {
      welcome: { title: 'Bonuses', subtitle: 'See what you can get now, with all its conditions' },
      daily: { title: 'Promotions', subtitle: 'Have a promotion code? Enter it to get your bonus' },
    },
  },
}
