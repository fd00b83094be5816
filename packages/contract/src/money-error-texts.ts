import type { ErrorText } from './error-text.ts'

/** What the codes of money, games, bonuses and slips say. */
export const moneyErrorTexts = {
  BONUS_REMAINING: {
    th: 'คุณมีโบนัสอยู่ จบโบนัสที่หน้าโบนัสก่อนแล้วลองใหม่',
    lo: 'ທ່ານມີໂບນັດຢູ່ ຈົບໂບນັດຢູ່ໜ້າໂບນັດກ່ອນແລ້ວລອງໃໝ່',
    en: 'You still hold a bonus. End it on the bonus page first.',
  },
  BONUS_ALREADY_ACTIVE: {
    th: 'คุณมีโบนัสที่ใช้อยู่แล้ว จบหรือยกเลิกก่อนรับใหม่',
    lo: 'ທ່ານມີໂບນັດທີ່ໃຊ້ຢູ່ແລ້ວ ຈົບ ຫຼື ຍົກເລີກກ່ອນຮັບໃໝ່',
    en: 'You already have an active bonus. End or cancel it first.',
  },
  BONUS_MAX_CLAIMED: {
    th: 'รับโบนัสนี้ครบจำนวนครั้งแล้ว ลองเลือกโบนัสอื่น',
    lo: 'ຮັບໂບນັດນີ້ຄົບຈຳນວນຄັ້ງແລ້ວ ລອງເລືອກໂບນັດອື່ນ',
    en: 'You have reached the limit for this bonus. Try another.',
  },
  BONUS_CONDITION: {
    th: 'ยังจบโบนัสไม่ได้ เพราะยังไม่ครบเงื่อนไข ดูยอดที่หน้าโบนัส',
    lo: 'ຍັງຈົບໂບນັດບໍ່ໄດ້ ເພາະຍັງບໍ່ຄົບເງື່ອນໄຂ ເບິ່ງຍອດຢູ່ໜ້າໂບນັດ',
    en: "You can't end this bonus yet: conditions not met. See the bonus page.",
  },
  BONUS_CLEAR: {
    th: 'จบโบนัสแล้ว',
    lo: 'ຈົບໂບນັດແລ້ວ',
    en: 'Bonus ended',
  },
  BONUS_FULL: {
    th: 'โปรโมชันนี้มีผู้รับครบแล้ว ลองโปรโมชันอื่น',
    lo: 'ໂປຣໂມຊັນນີ້ມີຜູ້ຮັບຄົບແລ້ວ ລອງໂປຣໂມຊັນອື່ນ',
    en: 'This promotion has reached its maximum. Try another.',
  },
  NO_PROMOTION: {
    th: 'ไม่พบโปรโมชันนี้ ตรวจสอบโค้ดแล้วลองใหม่',
    lo: 'ບໍ່ພົບໂປຣໂມຊັນນີ້ ກວດສອບລະຫັດແລ້ວລອງໃໝ່',
    en: 'Promotion not found. Check the code and try again.',
  },
  PROMOTION_RECEIVED: {
    th: 'คุณรับโปรโมชันนี้แล้ว ลองโปรโมชันอื่น',
    lo: 'ທ່ານຮັບໂປຣໂມຊັນນີ້ແລ້ວ ລອງໂປຣໂມຊັນອື່ນ',
    en: 'You have already received this promotion. Try another.',
  },
  INVITE_COLLECT: {
    th: 'รับโบนัสชวนเพื่อนของวันนี้แล้ว กลับมาใหม่พรุ่งนี้',
    lo: 'ຮັບໂບນັດຊວນໝູ່ຂອງມື້ນີ້ແລ້ວ ກັບມາໃໝ່ມື້ອື່ນ',
    en: "Today's invite bonus is already collected. Come back tomorrow.",
  },
  INVITE_INACTIVE: {
    th: 'ปิดการชวนเพื่อนชั่วคราว ลองใหม่ภายหลัง',
    lo: 'ປິດການຊວນໝູ່ຊົ່ວຄາວ ລອງໃໝ່ພາຍຫຼັງ',
    en: 'Invites are switched off for now. Try again later.',
  },
  NO_INVITE_BONUS: {
    th: 'ยังไม่มีโบนัสชวนเพื่อนให้รับ กลับมาดูใหม่พรุ่งนี้',
    lo: 'ຍັງບໍ່ມີໂບນັດຊວນໝູ່ໃຫ້ຮັບ ກັບມາເບິ່ງໃໝ່ມື້ອື່ນ',
    en: 'No invite bonus to receive yet. Check again tomorrow.',
  },
  NO_INVITEE_PLAY_INFO: {
    th: 'เพื่อนที่ชวนยังไม่ได้เล่น โบนัสจะมาเมื่อเพื่อนเริ่มเล่น',
    lo: 'ໝູ່ທີ່ຊວນຍັງບໍ່ໄດ້ຫຼິ້ນ ໂບນັດຈະມາເມື່ອໝູ່ເລີ່ມຫຼິ້ນ',
    en: 'Your friends have not played yet. A bonus comes once they do.',
  },
  INVITE_BONUS_SUCCESS: {
    th: 'รับโบนัสชวนเพื่อนแล้ว',
    lo: 'ຮັບໂບນັດຊວນໝູ່ແລ້ວ',
    en: 'Invite bonus received',
  },
  INVITE_BONUS_FAIL: {
    th: 'รับโบนัสชวนเพื่อนไม่สำเร็จ ลองใหม่อีกครั้ง',
    lo: 'ຮັບໂບນັດຊວນໝູ່ບໍ່ສຳເລັດ ລອງໃໝ່ອີກຄັ້ງ',
    en: 'The invite bonus was not received. Please try again.',
  },
  NO_REFUND: {
    th: 'ยังไม่มีเงินคืนให้รับ กลับมาดูใหม่พรุ่งนี้',
    lo: 'ຍັງບໍ່ມີເງິນຄືນໃຫ້ຮັບ ກັບມາເບິ່ງໃໝ່ມື້ອື່ນ',
    en: 'No refund to receive yet. Check again tomorrow.',
  },
  REFUND_CONDITION: {
    th: 'ไม่ตรงเงื่อนไขคืนยอดเสีย ดูเงื่อนไขหรือติดต่อแอดมิน',
    lo: 'ບໍ່ກົງເງື່ອນໄຂຄືນຍອດເສຍ ເບິ່ງເງື່ອນໄຂ ຫຼື ຕິດຕໍ່ແອັດມິນ',
    en: 'Refund conditions not met. See the conditions or contact support.',
  },
  REFUND_SUCCESS: {
    th: 'รับเงินคืนแล้ว',
    lo: 'ຮັບເງິນຄືນແລ້ວ',
    en: 'Refund received',
  },
  REFUND_INACTIVE: {
    th: 'ปิดการคืนยอดเสียชั่วคราว ลองใหม่ภายหลัง',
    lo: 'ປິດການຄືນຍອດເສຍຊົ່ວຄາວ ລອງໃໝ່ພາຍຫຼັງ',
    en: 'Refunds are switched off for now. Try again later.',
  },
  REFUND_MINIMUM: {
    th: 'เงินคืนต้องมากกว่า 0 บาทจึงจะเพิ่มเข้ากระเป๋าได้',
    lo: 'ເງິນຄືນຕ້ອງຫຼາຍກວ່າ 0 ບາດຈຶ່ງຈະເພີ່ມເຂົ້າກະເປົາໄດ້',
    en: 'The refund must be over 0 baht before you can add it',
  },
  NO_BANK: {
    th: 'ไม่พบบัญชีธนาคาร ตรวจสอบในโปรไฟล์หรือติดต่อแอดมิน',
    lo: 'ບໍ່ພົບບັນຊີທະນາຄານ ກວດສອບໃນໂປຣໄຟລ໌ ຫຼື ຕິດຕໍ່ແອັດມິນ',
    en: 'Bank account not found. Check your profile or contact support.',
  },
  NO_WALLET: {
    th: 'ไม่พบกระเป๋าเงินของคุณ ติดต่อแอดมิน',
    lo: 'ບໍ່ພົບກະເປົາເງິນຂອງທ່ານ ຕິດຕໍ່ແອັດມິນ',
    en: 'Your wallet was not found. Contact support.',
  },
  NO_GAME: {
    th: 'ไม่พบเกมนี้ กลับหน้าหลักแล้วเลือกเกมอื่น',
    lo: 'ບໍ່ພົບເກມນີ້ ກັບໄປໜ້າຫຼັກແລ້ວເລືອກເກມອື່ນ',
    en: 'Game not found. Go to home and choose another.',
  },
  SLOT_ALREADY_ACTIVE: {
    th: 'เปิดบัญชีเกมนี้แล้ว เข้าเล่นได้เลย',
    lo: 'ເປີດບັນຊີເກມນີ້ແລ້ວ ເຂົ້າຫຼິ້ນໄດ້ເລີຍ',
    en: 'This game account is already open. You can play.',
  },
  SLOT_ACTIVATE_FAIL: {
    th: 'เปิดบัญชีเกมไม่สำเร็จ รอสักครู่แล้วลองใหม่',
    lo: 'ເປີດບັນຊີເກມບໍ່ສຳເລັດ ລໍຖ້າຈັກໜ້ອຍແລ້ວລອງໃໝ່',
    en: 'The game account was not opened. Wait a moment and try again.',
  },
  SLOT_NO_ACCOUNT: {
    th: 'ยังไม่มีบัญชีเกมนี้ เปิดบัญชีก่อน',
    lo: 'ຍັງບໍ່ມີບັນຊີເກມນີ້ ເປີດບັນຊີກ່ອນ',
    en: 'You have no account for this game yet. Open one first.',
  },
  SLOT_RESET_PASSWORD_FAIL: {
    th: 'ตั้งรหัสผ่านเกมไม่สำเร็จ รอสักครู่แล้วลองใหม่',
    lo: 'ຕັ້ງລະຫັດຜ່ານເກມບໍ່ສຳເລັດ ລໍຖ້າຈັກໜ້ອຍແລ້ວລອງໃໝ່',
    en: 'The game password was not reset. Wait a moment and try again.',
  },
  TRANSFER_MINIMUM: {
    th: 'จำนวนเงินต้องมากกว่า 0 และโอนขั้นต่ำ 1 บาท',
    lo: 'ຈຳນວນເງິນຕ້ອງຫຼາຍກວ່າ 0 ແລະ ໂອນຂັ້ນຕ່ຳ 1 ບາດ',
    en: 'The amount must be over 0; the minimum is 1 baht',
  },
  TRANSFER_SAME: {
    th: 'โอนเข้าบัญชีเดียวกันไม่ได้ เลือกบัญชีอื่น',
    lo: 'ໂອນເຂົ້າບັນຊີດຽວກັນບໍ່ໄດ້ ເລືອກບັນຊີອື່ນ',
    en: 'Cannot transfer to the same account. Choose another one.',
  },
  TRANSFER_FAIL: {
    th: 'เงินกลับเข้ากระเป๋าหลักแล้ว ลองใหม่อีกครั้ง',
    lo: 'ເງິນກັບຄືນເຂົ້າກະເປົາຫຼັກແລ້ວ ລອງໃໝ່ອີກຄັ້ງ',
    en: 'The money is back in your main wallet. Try again.',
  },
  TRANSFER_PENDING: {
    th: 'ยังมีรายการโอนที่รอผลอยู่ รอสักครู่แล้วลองใหม่',
    lo: 'ຍັງມີລາຍການໂອນທີ່ລໍຖ້າຜົນຢູ່ ລໍຖ້າຈັກໜ້ອຍແລ້ວລອງໃໝ່',
    en: 'A transfer is still being checked. Wait a moment, then try again.',
  },
  MONEY_NOT_ENOUGH: {
    th: 'ยอดเงินไม่พอ ลดจำนวนเงินหรือฝากเงินเพิ่ม',
    lo: 'ຍອດເງິນບໍ່ພໍ ຫຼຸດຈຳນວນເງິນ ຫຼື ຝາກເງິນເພີ່ມ',
    en: 'Not enough balance. Use a smaller amount or deposit first.',
  },
  WITHDRAW_MINIMUM: {
    th: 'ถอนเงินขั้นต่ำ {min} บาท เพิ่มจำนวนเงินแล้วลองใหม่',
    lo: 'ຖອນເງິນຂັ້ນຕ່ຳ {min} ບາດ ເພີ່ມຈຳນວນເງິນແລ້ວລອງໃໝ່',
    en: 'Minimum withdrawal {min} baht. Enter a larger amount.',
  },
  WITHDRAW_MAXIMUM: {
    th: 'ถอนเงินสูงสุด {max} บาท ลดจำนวนเงินแล้วลองใหม่',
    lo: 'ຖອນເງິນສູງສຸດ {max} ບາດ ຫຼຸດຈຳນວນເງິນແລ້ວລອງໃໝ່',
    en: 'Maximum withdrawal {max} baht. Enter a smaller amount.',
  },
  WITHDRAW_LIMIT: {
    th: 'วันนี้ถอนครบจำนวนครั้งแล้ว ลองใหม่พรุ่งนี้',
    lo: 'ມື້ນີ້ຖອນຄົບຈຳນວນຄັ້ງແລ້ວ ລອງໃໝ່ມື້ອື່ນ',
    en: "You have reached today's number of withdrawals. Try again tomorrow.",
  },
  DEPOSIT_MINIMUM: {
    th: 'ฝากเงินขั้นต่ำ {min} บาท เพิ่มจำนวนเงินแล้วลองใหม่',
    lo: 'ຝາກເງິນຂັ້ນຕ່ຳ {min} ບາດ ເພີ່ມຈຳນວນເງິນແລ້ວລອງໃໝ່',
    en: 'Minimum deposit {min} baht. Use a larger amount.',
  },
  QR_FAIL: {
    th: 'สร้าง QR ไม่สำเร็จ รอสักครู่แล้วลองใหม่',
    lo: 'ສ້າງ QR ບໍ່ສຳເລັດ ລໍຖ້າຈັກໜ້ອຍແລ້ວລອງໃໝ່',
    en: 'The QR code was not created. Wait a moment and try again.',
  },
  SLIP_CLOSED: {
    th: 'ปิดรับสลิปชั่วคราว ลองใหม่หลังเวลาที่แจ้งไว้',
    lo: 'ປິດຮັບສະລິບຊົ່ວຄາວ ລອງໃໝ່ຫຼັງເວລາທີ່ແຈ້ງໄວ້',
    en: 'Slip upload is closed right now. Try again after the time shown.',
  },
  SLIP_UPLOAD_FAIL: {
    th: 'ส่งสลิปไม่สำเร็จ ลองใหม่อีกครั้ง',
    lo: 'ສົ່ງສະລິບບໍ່ສຳເລັດ ລອງໃໝ່ອີກຄັ້ງ',
    en: 'The slip was not sent. Please try again.',
  },
  SLIP_NO_FILE: {
    th: 'ยังไม่ได้เลือกรูปสลิป เลือกรูปก่อนส่ง',
    lo: 'ຍັງບໍ່ໄດ້ເລືອກຮູບສະລິບ ເລືອກຮູບກ່ອນສົ່ງ',
    en: 'No slip image chosen. Choose one before you send.',
  },
  SLIP_INVALID_FILE: {
    th: 'ไฟล์นี้ใช้ไม่ได้ เลือกรูป JPG หรือ PNG ไม่เกิน 10 MB',
    lo: 'ໄຟລ໌ນີ້ໃຊ້ບໍ່ໄດ້ ເລືອກຮູບ JPG ຫຼື PNG ບໍ່ເກີນ 10 MB',
    en: "This file can't be used. Choose a JPG or PNG up to 10 MB.",
  },
  TRUELINK_DUPLICATE: {
    th: 'ลิงก์นี้ถูกใช้แล้ว ใช้ลิงก์ใหม่',
    lo: 'ລິ້ງນີ້ຖືກໃຊ້ແລ້ວ ໃຊ້ລິ້ງໃໝ່',
    en: 'This link was already used. Use a new one.',
  },
  TRUELINK_INVALID: {
    th: 'ลิงก์ไม่ถูกต้องหรือถูกใช้แล้ว ตรวจสอบแล้วลองใหม่',
    lo: 'ລິ້ງບໍ່ຖືກຕ້ອງ ຫຼື ຖືກໃຊ້ແລ້ວ ກວດສອບແລ້ວລອງໃໝ່',
    en: 'Invalid or used link. Check it and try again.',
  },
  UPLOADED_FILE_NOT_EXIST: {
    th: 'สลิปไม่ถูกต้อง ไม่พบไฟล์ที่ส่ง ส่งรูปสลิปอีกครั้ง',
    lo: 'ສະລິບບໍ່ຖືກຕ້ອງ ບໍ່ພົບໄຟລ໌ທີ່ສົ່ງ ສົ່ງຮູບສະລິບອີກຄັ້ງ',
    en: 'Incorrect slip: the file is missing. Send the slip image again.',
  },
  IMG_SIZE_UNABLE_TO_PROCESS: {
    th: 'สลิปไม่ถูกต้อง ขนาดรูปใช้ไม่ได้ ส่งรูปเต็มจากแอปธนาคาร',
    lo: 'ສະລິບບໍ່ຖືກຕ້ອງ ຂະໜາດຮູບໃຊ້ບໍ່ໄດ້ ສົ່ງຮູບເຕັມຈາກແອັບທະນາຄານ',
    en: 'Incorrect slip: image size. Send the full image from your bank app.',
  },
  CANNOT_READ_CROPPED_IMAGE: {
    th: 'สลิปไม่ถูกต้อง รูปถูกตัด ส่งรูปเต็มจากแอปธนาคาร',
    lo: 'ສະລິບບໍ່ຖືກຕ້ອງ ຮູບຖືກຕັດ ສົ່ງຮູບເຕັມຈາກແອັບທະນາຄານ',
    en: 'Incorrect slip: the image is cropped. Send the full image.',
  },
  DEST_ACC_INVALID: {
    th: 'โอนเข้าบัญชีอื่นที่ไม่ใช่บัญชีฝากของเรา ติดต่อแอดมิน',
    lo: 'ໂອນເຂົ້າບັນຊີອື່ນທີ່ບໍ່ແມ່ນບັນຊີຝາກຂອງພວກເຮົາ ຕິດຕໍ່ແອັດມິນ',
    en: 'The money went to an account that is not ours. Contact support.',
  },
  SLIP_REFNO_DUPLICATED: {
    th: 'สลิปนี้เคยส่งแล้ว ตรวจสอบประวัติรายการ',
    lo: 'ສະລິບນີ້ເຄີຍສົ່ງແລ້ວ ກວດສອບປະຫວັດລາຍການ',
    en: 'This slip was already sent. Check your transaction history.',
  },
  UNSTABLE_REFNO_ON_SLIP: {
    th: 'อ่านเลขอ้างอิงบนสลิปไม่ได้ ส่งรูปที่ชัดกว่านี้',
    lo: 'ອ່ານເລກອ້າງອີງໃນສະລິບບໍ່ໄດ້ ສົ່ງຮູບທີ່ຊັດກວ່ານີ້',
    en: "We can't read the reference number. Send a clearer image.",
  },
  TRIPPLE_WRONG_CAPTCHA: {
    th: 'ตรวจสอบกับธนาคารไม่ผ่าน 3 ครั้ง ส่งสลิปอีกครั้งหรือติดต่อแอดมิน',
    lo: 'ກວດສອບກັບທະນາຄານບໍ່ຜ່ານ 3 ຄັ້ງ ສົ່ງສະລິບອີກຄັ້ງ ຫຼື ຕິດຕໍ່ແອັດມິນ',
    en: 'Wrong captcha at the bank three times. Send the slip again.',
  },
  INVALID_SLIP: {
    th: 'อ่านสลิปไม่ได้หรือไม่ใช่สลิป ส่งรูปสลิปเต็มจากแอปธนาคาร',
    lo: 'ອ່ານສະລິບບໍ່ໄດ້ ຫຼື ບໍ່ແມ່ນສະລິບ ສົ່ງຮູບສະລິບເຕັມຈາກແອັບທະນາຄານ',
    en: "We can't read this as a slip. Send the image from your bank app.",
  },
  NOT_MATCH: {
    th: 'บัญชีผู้โอนไม่ตรงกับบัญชีที่ลงทะเบียน ติดต่อแอดมิน',
    lo: 'ບັນຊີຜູ້ໂອນບໍ່ກົງກັບບັນຊີທີ່ລົງທະບຽນ ຕິດຕໍ່ແອັດມິນ',
    en: 'The sender does not match your registered account. Contact support.',
  },
  EXPIRED_SLIP: {
    th: 'สลิปเกิน 1 ชั่วโมงหลังโอนเงิน ติดต่อแอดมินเพื่อตรวจสอบ',
    lo: 'ສະລິບເກີນ 1 ຊົ່ວໂມງຫຼັງໂອນເງິນ ຕິດຕໍ່ແອັດມິນເພື່ອກວດສອບ',
    en: 'The slip is over 1 hour old. Contact support to check it.',
  },
  UNKNOW_ERROR: {
    th: 'ตรวจสอบสลิปไม่สำเร็จ ส่งอีกครั้งหรือติดต่อแอดมิน',
    lo: 'ກວດສອບສະລິບບໍ່ສຳເລັດ ສົ່ງອີກຄັ້ງ ຫຼື ຕິດຕໍ່ແອັດມິນ',
    en: 'We could not check this slip. Send it again or contact support.',
  },
} as const satisfies Record<string, ErrorText>
