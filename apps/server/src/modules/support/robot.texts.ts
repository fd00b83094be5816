import type { Language } from '../../platform/http/index.ts'

/** What the robot says, in each language. */
export interface RobotTexts {
  greeting: string
  notUnderstood: string
  deposit: string
  howToPicture: string
  howToVideo: string
  call: string
  person: string
  gotFile: string
  open: { deposit: string; howTo: string; promotion: string }
  ask: { deposit: string; promotion: string; howTo: string; call: string; person: string }
  cards: { welcome: { title: string; subtitle: string }; daily: { title: string; subtitle: string } }
}

export const robotTexts: Readonly<Record<Language, RobotTexts>> = {
  th: {
    greeting: 'สวัสดีค่ะ เรื่องที่ถามกันบ่อย เลือกได้เลย หรือพิมพ์ถามมาได้ค่ะ',
    notUnderstood: 'ขออภัยค่ะ ยังไม่เข้าใจคำถาม ลองเลือกเรื่องด้านล่าง หรือคุยกับแอดมินได้เลยค่ะ',
    deposit: 'ฝากเงินได้ด้วย QR สลิปโอนเงิน หรือลิงก์ซองของขวัญ เงินเข้ากระเป๋าภายในไม่กี่นาทีค่ะ',
    howToPicture: 'หน้าฝากเงินเป็นแบบนี้ค่ะ',
    howToVideo: 'วิดีโอสั้น ๆ ดูวิธีฝากเงินทีละขั้นค่ะ',
    call: 'โทรหาเราได้ตลอด 24 ชั่วโมงค่ะ',
    person: 'รอสักครู่นะคะ แอดมินกำลังมาตอบค่ะ',
    gotFile: 'ได้รับไฟล์แล้วค่ะ แอดมินกำลังมาดูให้ค่ะ',
    open: { deposit: 'ไปหน้าฝากเงิน', howTo: 'ดูวิธีใช้', promotion: 'ดูโปรโมชัน' },
    ask: {
      deposit: 'ฝากเงิน',
      promotion: 'โปรโมชัน',
      howTo: 'วิธีใช้',
      call: 'เบอร์โทรศัพท์',
      person: 'คุยกับแอดมิน',
    },
    cards: {
      welcome: { title: 'โบนัสฝากแรก 20%', subtitle: 'ฝากขั้นต่ำ 100 บาท รับสูงสุด 1,000 บาท' },
      daily: { title: 'โบนัสรายวัน 10%', subtitle: 'รับได้วันละครั้ง ทุกวัน' },
    },
  },
  lo: {
    greeting: 'ສະບາຍດີ ເລື່ອງທີ່ຖາມກັນເລື້ອຍໆ ເລືອກໄດ້ເລີຍ ຫຼື ພິມຖາມມາໄດ້',
    notUnderstood: 'ຂໍອະໄພ ຍັງບໍ່ເຂົ້າໃຈຄຳຖາມ ລອງເລືອກເລື່ອງດ້ານລຸ່ມ ຫຼື ລົມກັບແອັດມິນໄດ້ເລີຍ',
    deposit: 'ຝາກເງິນໄດ້ດ້ວຍ QR ສະລິບໂອນເງິນ ຫຼື ລິ້ງຊອງຂອງຂວັນ ເງິນເຂົ້າກະເປົາພາຍໃນບໍ່ເທົ່າໃດນາທີ',
    howToPicture: 'ໜ້າຝາກເງິນເປັນແບບນີ້',
    howToVideo: 'ວິດີໂອສັ້ນໆ ເບິ່ງວິທີຝາກເງິນເທື່ອລະຂັ້ນ',
    call: 'ໂທຫາພວກເຮົາໄດ້ຕະຫຼອດ 24 ຊົ່ວໂມງ',
    person: 'ລໍຖ້າຈັກໜ້ອຍ ແອັດມິນກຳລັງມາຕອບ',
    gotFile: 'ໄດ້ຮັບໄຟລ໌ແລ້ວ ແອັດມິນກຳລັງມາເບິ່ງໃຫ້',
    open: { deposit: 'ໄປໜ້າຝາກເງິນ', howTo: 'ເບິ່ງວິທີໃຊ້', promotion: 'ເບິ່ງໂປຣໂມຊັນ' },
    ask: {
      deposit: 'ຝາກເງິນ',
      promotion: 'ໂປຣໂມຊັນ',
      howTo: 'ວິທີໃຊ້',
      call: 'ເບີໂທລະສັບ',
      person: 'ລົມກັບແອັດມິນ',
    },
    cards: {
      welcome: { title: 'ໂບນັດຝາກທຳອິດ 20%', subtitle: 'ຝາກຂັ້ນຕ່ຳ 100 ບາດ ຮັບສູງສຸດ 1,000 ບາດ' },
      daily: { title: 'ໂບນັດປະຈຳວັນ 10%', subtitle: 'ຮັບໄດ້ມື້ລະເທື່ອ ທຸກມື້' },
    },
  },
  en: {
    greeting: 'Hello! Choose what you would like to know, or type your question.',
    notUnderstood: 'Sorry, I did not understand. Choose a topic below, or talk to support.',
    deposit: 'You can deposit by QR, by a transfer slip, or with a gift link. The money arrives within minutes.',
    howToPicture: 'This is the deposit page.',
    howToVideo: 'A short clip shows a deposit step by step.',
    call: 'Call us at any hour.',
    person: 'One moment, please: our support team will answer you here.',
    gotFile: 'We have your file. Our support team will look at it and answer here.',
    open: { deposit: 'Go to deposit', howTo: 'See how it works', promotion: 'See promotions' },
    ask: {
      deposit: 'Deposit',
      promotion: 'Promotions',
      howTo: 'How to',
      call: 'Phone number',
      person: 'Talk to a person',
    },
    cards: {
      welcome: { title: '20% on your first deposit', subtitle: 'From 100 baht, up to 1,000 baht' },
      daily: { title: '10% every day', subtitle: 'Once a day, each day' },
    },
  },
}
