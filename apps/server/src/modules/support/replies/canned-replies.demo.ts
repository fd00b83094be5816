import type { DeskReply } from '@krapao/contract'

/** What the demo operator's staff say most often. Its staff are Thai, as are the titles that they look for. */
export const demoReplies: readonly Omit<DeskReply, '_id'>[] = [
  {
    title: 'ทักทาย',
    th: 'สวัสดีค่ะ ทีมงานยินดีให้บริการ วันนี้มีเรื่องอะไรให้ช่วยดูแลคะ',
    lo: 'ສະບາຍດີ ທີມງານຍິນດີໃຫ້ບໍລິການ ມື້ນີ້ມີເລື່ອງຫຍັງໃຫ້ຊ່ວຍແດ່',
    en: 'Hello, and welcome. How can we help you today?',
  },
  {
    title: 'ขอเวลาตรวจสอบ',
    th: 'รับเรื่องแล้วค่ะ ขอเวลาตรวจสอบสักครู่ จะแจ้งผลให้ทราบในแชตนี้นะคะ',
    lo: 'ຮັບເລື່ອງແລ້ວ ຂໍເວລາກວດສອບຈັກໜ້ອຍ ຈະແຈ້ງຜົນໃຫ້ຮູ້ໃນແຊັດນີ້',
    en: 'Thank you, we are looking into it. We will tell you here as soon as we know.',
  },
  {
    title: 'ฝากเงิน: ขอสลิป',
    th: 'ยอดฝากยังไม่เข้าใช่ไหมคะ รบกวนส่งสลิปที่เห็น QR ชัดเจน พร้อมเวลาที่โอน ที่หน้าฝากเงิน หรือส่งในแชตนี้ได้เลยค่ะ',
    lo: 'ຍອດຝາກຍັງບໍ່ເຂົ້າແມ່ນບໍ່ ກະລຸນາສົ່ງສະລິບທີ່ເຫັນ QR ຊັດເຈນ ພ້ອມເວລາທີ່ໂອນ ຢູ່ໜ້າຝາກເງິນ ຫຼື ສົ່ງໃນແຊັດນີ້ໄດ້ເລີຍ',
    en: 'Has your deposit not arrived? Please send the slip with its QR code clearly visible and the time of the transfer, on the deposit page or here.',
  },
  {
    title: 'ฝากเงิน: เงินเข้าแล้ว',
    th: 'ตรวจสอบแล้ว ยอดฝากเข้ากระเป๋าเงินเรียบร้อยค่ะ รบกวนรีเฟรชหน้าหลักเพื่อดูยอดล่าสุดนะคะ',
    lo: 'ກວດສອບແລ້ວ ຍອດຝາກເຂົ້າກະເປົາເງິນຮຽບຮ້ອຍ ກະລຸນາໂຫຼດໜ້າຫຼັກໃໝ່ເພື່ອເບິ່ງຍອດລ່າສຸດ',
    en: 'We have checked: your deposit is in your wallet. Please refresh the home page to see your balance.',
  },
  {
    title: 'ถอนเงิน: กำลังดำเนินการ',
    th: 'รายการถอนของคุณกำลังดำเนินการอยู่ค่ะ ปกติเงินจะเข้าบัญชีภายในไม่กี่นาที ดูสถานะได้ที่หน้าประวัติค่ะ',
    lo: 'ລາຍການຖອນຂອງທ່ານກຳລັງດຳເນີນການຢູ່ ປົກກະຕິເງິນຈະເຂົ້າບັນຊີພາຍໃນບໍ່ເທົ່າໃດນາທີ ເບິ່ງສະຖານະໄດ້ຢູ່ໜ້າປະຫວັດ',
    en: 'Your withdrawal is being made. The money usually arrives within minutes; its state is on the history page.',
  },
  {
    title: 'ถอนเงิน: ติดโบนัส',
    th: 'ตอนนี้คุณมีโบนัสที่ยังไม่ครบเงื่อนไขค่ะ เมื่อเล่นครบตามเงื่อนไข หรือกดยกเลิกโบนัสที่หน้าโบนัสแล้ว จะถอนเงินได้ทันทีค่ะ',
    lo: 'ຕອນນີ້ທ່ານມີໂບນັດທີ່ຍັງບໍ່ຄົບເງື່ອນໄຂ ເມື່ອຫຼິ້ນຄົບຕາມເງື່ອນໄຂ ຫຼື ກົດຍົກເລີກໂບນັດຢູ່ໜ້າໂບນັດແລ້ວ ຈະຖອນເງິນໄດ້ທັນທີ',
    en: 'You have a bonus whose conditions are not met yet. Once they are, or once you end the bonus on its page, you can withdraw.',
  },
  {
    title: 'เกม: ปิดปรับปรุง',
    th: 'เกมค่ายนี้กำลังปิดปรับปรุงชั่วคราวค่ะ เงินของคุณปลอดภัยดี เมื่อค่ายเปิดแล้วจะโอนกลับกระเป๋าเงินได้ตามปกติค่ะ',
    lo: 'ເກມຄ່າຍນີ້ກຳລັງປິດປັບປຸງຊົ່ວຄາວ ເງິນຂອງທ່ານປອດໄພດີ ເມື່ອຄ່າຍເປີດແລ້ວຈະໂອນຄືນກະເປົາເງິນໄດ້ຕາມປົກກະຕິ',
    en: 'This game is closed for maintenance. Your money is safe, and can be moved back to your wallet as soon as it opens.',
  },
  {
    title: 'ความปลอดภัย: ไม่ขอรหัส',
    th: 'เพื่อความปลอดภัย ทีมงานจะไม่ขอรหัสผ่านหรือรหัส OTP ของคุณทุกกรณี หากมีใครขอ กรุณาอย่าบอกและแจ้งเราทันทีค่ะ',
    lo: 'ເພື່ອຄວາມປອດໄພ ທີມງານຈະບໍ່ຂໍລະຫັດຜ່ານ ຫຼື ລະຫັດ OTP ຂອງທ່ານທຸກກໍລະນີ ຖ້າມີໃຜຂໍ ກະລຸນາຢ່າບອກ ແລະ ແຈ້ງພວກເຮົາທັນທີ',
    en: 'For your safety: we never ask for your password or a one-time code. If anybody does, do not tell them, and let us know at once.',
  },
  {
    title: 'ขอบคุณ',
    th: 'ขอบคุณที่ติดต่อเข้ามาค่ะ หากมีเรื่องอื่นให้ช่วย พิมพ์มาในแชตนี้ได้ตลอด 24 ชั่วโมงค่ะ',
    lo: 'ຂອບໃຈທີ່ຕິດຕໍ່ເຂົ້າມາ ຖ້າມີເລື່ອງອື່ນໃຫ້ຊ່ວຍ ພິມມາໃນແຊັດນີ້ໄດ້ຕະຫຼອດ 24 ຊົ່ວໂມງ',
    en: 'Thank you for writing to us. If there is anything else, write here at any hour.',
  },
]
