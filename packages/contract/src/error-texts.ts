import type { Code } from './codes.ts'

/** One text in the three languages of the product. */
export interface ErrorText {
  readonly th: string
  readonly lo: string
  readonly en: string
}

/**
 * What each code says to a player. `{min}`, `{max}` and `{n}` stand for `details.min`, `details.max` and megabytes.
 * Nothing in this package reads it: a web build takes the one language it serves (ERR-001).
 */
export const errorTexts: Record<Code, ErrorText> = {
  gone: {
    th: 'บริการนี้ปิดแล้ว',
    lo: 'ບໍລິການນີ້ປິດແລ້ວ',
    en: 'This service has closed',
  },
  'invalid-token': {
    th: 'เข้าสู่ระบบอีกครั้งเพื่อใช้งานต่อ',
    lo: 'ເຂົ້າສູ່ລະບົບອີກຄັ້ງເພື່ອນຳໃຊ້ຕໍ່',
    en: 'Please log in again to continue',
  },
  UNAUTHORIZED: {
    th: 'ยังไม่ได้เข้าสู่ระบบ เข้าสู่ระบบก่อนใช้งาน',
    lo: 'ຍັງບໍ່ໄດ້ເຂົ້າສູ່ລະບົບ ເຂົ້າສູ່ລະບົບກ່ອນນຳໃຊ້',
    en: 'Please log in first',
  },
  EXPIRED_AUTH_TOKEN: {
    th: 'หมดเวลาใช้งาน เข้าสู่ระบบอีกครั้ง',
    lo: 'ໝົດເວລານຳໃຊ້ ເຂົ້າສູ່ລະບົບອີກຄັ້ງ',
    en: 'Your session has ended. Please log in again.',
  },
  INVALID_USER_1: {
    th: 'ยืนยันตัวตนไม่ได้ เข้าสู่ระบบอีกครั้ง',
    lo: 'ຢືນຢັນຕົວຕົນບໍ່ໄດ້ ເຂົ້າສູ່ລະບົບອີກຄັ້ງ',
    en: 'We cannot verify your identity. Please log in again.',
  },
  INVALID_USER_2: {
    th: 'ยืนยันตัวตนไม่ได้ เข้าสู่ระบบอีกครั้ง',
    lo: 'ຢືນຢັນຕົວຕົນບໍ່ໄດ້ ເຂົ້າສູ່ລະບົບອີກຄັ້ງ',
    en: 'We cannot verify your identity. Please log in again.',
  },
  INVALID_USER_3: {
    th: 'ยืนยันตัวตนไม่ได้ เข้าสู่ระบบอีกครั้ง',
    lo: 'ຢືນຢັນຕົວຕົນບໍ່ໄດ້ ເຂົ້າສູ່ລະບົບອີກຄັ້ງ',
    en: 'We cannot verify your identity. Please log in again.',
  },
  INVALID_USER_4: {
    th: 'ยืนยันตัวตนไม่ได้ เข้าสู่ระบบอีกครั้ง',
    lo: 'ຢືນຢັນຕົວຕົນບໍ່ໄດ້ ເຂົ້າສູ່ລະບົບອີກຄັ້ງ',
    en: 'We cannot verify your identity. Please log in again.',
  },
  INVALID_IP: {
    th: 'ใช้งานจากเครือข่ายนี้ไม่ได้ เปลี่ยนเครือข่ายแล้วลองใหม่',
    lo: 'ນຳໃຊ້ຈາກເຄືອຂ່າຍນີ້ບໍ່ໄດ້ ປ່ຽນເຄືອຂ່າຍແລ້ວລອງໃໝ່',
    en: 'Not allowed from this network. Try another network.',
  },
  WRONG_CREDENTIAL: {
    th: 'เบอร์โทรศัพท์หรือรหัสผ่านไม่ถูกต้อง ลองใหม่อีกครั้ง',
    lo: 'ເບີໂທລະສັບ ຫຼື ລະຫັດຜ່ານບໍ່ຖືກຕ້ອງ ລອງໃໝ່ອີກຄັ້ງ',
    en: 'Incorrect phone number or password. Please try again.',
  },
  WRONG_PASSWORD: {
    th: 'รหัสผ่านเดิมไม่ถูกต้อง ลองใหม่อีกครั้ง',
    lo: 'ລະຫັດຜ່ານເກົ່າບໍ່ຖືກຕ້ອງ ລອງໃໝ່ອີກຄັ້ງ',
    en: 'Your current password is incorrect. Please try again.',
  },
  NO_USER: {
    th: 'ไม่พบผู้ใช้นี้ ตรวจสอบข้อมูลหรือติดต่อแอดมิน',
    lo: 'ບໍ່ພົບຜູ້ໃຊ້ນີ້ ກວດສອບຂໍ້ມູນ ຫຼື ຕິດຕໍ່ແອັດມິນ',
    en: 'User not found. Check the details or contact support.',
  },
  INACTIVE_USER: {
    th: 'บัญชีนี้ถูกระงับ ติดต่อแอดมินเพื่อขอเปิดใช้',
    lo: 'ບັນຊີນີ້ຖືກລະງັບ ຕິດຕໍ່ແອັດມິນເພື່ອຂໍເປີດໃຊ້',
    en: 'This account is deactivated. Contact support.',
  },
  LOGIN_FAIL: {
    th: 'เข้าสู่ระบบไม่สำเร็จ ลองใหม่อีกครั้ง',
    lo: 'ເຂົ້າສູ່ລະບົບບໍ່ສຳເລັດ ລອງໃໝ່ອີກຄັ້ງ',
    en: 'Login failed. Please try again.',
  },
  KEY_MISSING: {
    th: 'คำขอไม่ครบถ้วน โหลดหน้านี้ใหม่แล้วลองอีกครั้ง',
    lo: 'ຄຳຮ້ອງຂໍບໍ່ຄົບຖ້ວນ ໂຫຼດໜ້ານີ້ໃໝ່ແລ້ວລອງອີກຄັ້ງ',
    en: 'Your request was incomplete. Reload the page and try again.',
  },
  KEY_INVALID: {
    th: 'คำขอไม่ถูกต้อง โหลดหน้านี้ใหม่แล้วลองอีกครั้ง',
    lo: 'ຄຳຮ້ອງຂໍບໍ່ຖືກຕ້ອງ ໂຫຼດໜ້ານີ້ໃໝ່ແລ້ວລອງອີກຄັ້ງ',
    en: 'Your request was not valid. Reload the page and try again.',
  },
  OTP_BLOCK: {
    th: 'ลองผิดหลายครั้งเกินไป รอสักครู่แล้วขอรหัสใหม่',
    lo: 'ລອງຜິດຫຼາຍຄັ້ງເກີນໄປ ລໍຖ້າຈັກໜ້ອຍແລ້ວຂໍລະຫັດໃໝ່',
    en: 'Too many tries. Wait a while, then ask for a new code.',
  },
  REQUEST_LIMIT: {
    th: 'ทำรายการถี่เกินไป รอสักครู่แล้วลองใหม่',
    lo: 'ເຮັດລາຍການຖີ່ເກີນໄປ ລໍຖ້າຈັກໜ້ອຍແລ້ວລອງໃໝ່',
    en: 'Too many requests. Wait a while and try again.',
  },
  REQUEST_LIMIT_1MIN: {
    th: 'ขอรหัสถี่เกินไป รอประมาณ 1 นาทีแล้วลองใหม่',
    lo: 'ຂໍລະຫັດຖີ່ເກີນໄປ ລໍຖ້າປະມານ 1 ນາທີແລ້ວລອງໃໝ່',
    en: 'Too many requests. Wait about 1 minute and try again.',
  },
  OTP_TOKEN_INVALID: {
    th: 'การยืนยันนี้ใช้ไม่ได้แล้ว ขอรหัส OTP ใหม่',
    lo: 'ການຢືນຢັນນີ້ໃຊ້ບໍ່ໄດ້ແລ້ວ ຂໍລະຫັດ OTP ໃໝ່',
    en: 'This confirmation is no longer valid. Ask for a new code.',
  },
  OTP_NOT_EXIST: {
    th: 'ไม่พบรหัส OTP นี้ ขอรหัสใหม่',
    lo: 'ບໍ່ພົບລະຫັດ OTP ນີ້ ຂໍລະຫັດໃໝ່',
    en: 'OTP code not found. Ask for a new one.',
  },
  OTP_VERIFIED: {
    th: 'เบอร์นี้ยืนยันแล้ว ทำขั้นต่อไปได้เลย',
    lo: 'ເບີນີ້ຢືນຢັນແລ້ວ ເຮັດຂັ້ນຕອນຕໍ່ໄປໄດ້ເລີຍ',
    en: 'This number is already confirmed. You can continue.',
  },
  OTP_EXPIRED: {
    th: 'รหัส OTP หมดอายุ ขอรหัสใหม่',
    lo: 'ລະຫັດ OTP ໝົດອາຍຸ ຂໍລະຫັດໃໝ່',
    en: 'The OTP code has expired. Ask for a new one.',
  },
  OTP_CODE_INVALID: {
    th: 'รหัส OTP ไม่ถูกต้อง ตรวจสอบแล้วกรอกใหม่',
    lo: 'ລະຫັດ OTP ບໍ່ຖືກຕ້ອງ ກວດສອບແລ້ວປ້ອນໃໝ່',
    en: 'Incorrect OTP code. Check it and try again.',
  },
  OTP_CODE_VALID: {
    th: 'ยืนยันรหัส OTP แล้ว',
    lo: 'ຢືນຢັນລະຫັດ OTP ແລ້ວ',
    en: 'OTP code confirmed',
  },
  OTP_SEND_FAIL: {
    th: 'ส่งรหัส OTP ไม่สำเร็จ ตรวจสอบเบอร์แล้วลองใหม่',
    lo: 'ສົ່ງລະຫັດ OTP ບໍ່ສຳເລັດ ກວດສອບເບີແລ້ວລອງໃໝ່',
    en: 'We could not send the OTP code. Check the number and try again.',
  },
  OTP_VERIFY_FAIL: {
    th: 'ยืนยันรหัส OTP ไม่สำเร็จ ลองใหม่อีกครั้ง',
    lo: 'ຢືນຢັນລະຫັດ OTP ບໍ່ສຳເລັດ ລອງໃໝ່ອີກຄັ້ງ',
    en: 'We could not confirm the OTP code. Please try again.',
  },
  UNVERIFIED_OTP: {
    th: 'ยังไม่ได้ยืนยันเบอร์โทรศัพท์ ยืนยันก่อนสมัคร',
    lo: 'ຍັງບໍ່ໄດ້ຢືນຢັນເບີໂທລະສັບ ຢືນຢັນກ່ອນສະໝັກ',
    en: 'Your phone number is not confirmed yet. Confirm it first.',
  },
  EXISTING_USER: {
    th: 'เบอร์โทรศัพท์นี้สมัครแล้ว เข้าสู่ระบบหรือใช้เบอร์อื่น',
    lo: 'ເບີໂທລະສັບນີ້ສະໝັກແລ້ວ ເຂົ້າສູ່ລະບົບ ຫຼື ໃຊ້ເບີອື່ນ',
    en: 'This phone number is already registered. Log in or use another.',
  },
  EXISTING_BANK: {
    th: 'บัญชีธนาคารนี้มีผู้ใช้แล้ว ใช้บัญชีอื่นหรือติดต่อแอดมิน',
    lo: 'ບັນຊີທະນາຄານນີ້ມີຜູ້ໃຊ້ແລ້ວ ໃຊ້ບັນຊີອື່ນ ຫຼື ຕິດຕໍ່ແອັດມິນ',
    en: 'This bank account is already used. Use another or contact support.',
  },
  INVALID_USER_INFO: {
    th: 'ข้อมูลไม่ถูกต้อง ตรวจสอบช่องที่ทำเครื่องหมายไว้',
    lo: 'ຂໍ້ມູນບໍ່ຖືກຕ້ອງ ກວດສອບຊ່ອງທີ່ໝາຍໄວ້',
    en: 'Some details are not valid. Check the marked fields.',
  },
  INVALID_BANK: {
    th: 'ข้อมูลธนาคารไม่ถูกต้อง ตรวจสอบธนาคารและเลขบัญชี',
    lo: 'ຂໍ້ມູນທະນາຄານບໍ່ຖືກຕ້ອງ ກວດສອບທະນາຄານ ແລະ ເລກບັນຊີ',
    en: 'Invalid bank details. Check the bank and account number.',
  },
  BANK_ACCOUNT_NAME_ENG: {
    th: 'ชื่อบัญชีธนาคารต้องเป็นภาษาอังกฤษเท่านั้น',
    lo: 'ຊື່ບັນຊີທະນາຄານຕ້ອງເປັນພາສາອັງກິດເທົ່ານັ້ນ',
    en: 'Bank account name must be in English only',
  },
  REGISTER_FAIL: {
    th: 'สมัครไม่สำเร็จ ลองใหม่หรือติดต่อแอดมิน',
    lo: 'ສະໝັກບໍ່ສຳເລັດ ລອງໃໝ່ ຫຼື ຕິດຕໍ່ແອັດມິນ',
    en: 'Registration failed. Try again or contact support.',
  },
  GAME_ACTIVATION_FAIL: {
    th: 'เปิดบัญชีเกมไม่สำเร็จ ลองเปิดใหม่ที่หน้าหลัก',
    lo: 'ເປີດບັນຊີເກມບໍ່ສຳເລັດ ລອງເປີດໃໝ່ຢູ່ໜ້າຫຼັກ',
    en: 'The game account was not opened. Try again from home.',
  },
  NOT_AREASLOT: {
    th: 'ไม่พบผู้ใช้ในระบบ AREASLOT ติดต่อแอดมิน',
    lo: 'ບໍ່ພົບຜູ້ໃຊ້ໃນລະບົບ AREASLOT ຕິດຕໍ່ແອັດມິນ',
    en: 'User not found at AREASLOT. Contact support.',
  },
  NOT_UFABET: {
    th: 'ไม่พบผู้ใช้ในระบบ UFABET ติดต่อแอดมิน',
    lo: 'ບໍ່ພົບຜູ້ໃຊ້ໃນລະບົບ UFABET ຕິດຕໍ່ແອັດມິນ',
    en: 'User not found at UFABET. Contact support.',
  },
  PHONE_NUMBER_REQUIRE_10_DIGIT: {
    th: 'กรอกเบอร์โทรศัพท์ให้ครบ 10 หลัก',
    lo: 'ປ້ອນເບີໂທລະສັບໃຫ້ຄົບ 10 ຕົວເລກ',
    en: 'The phone number must support 10 digits',
  },
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
    th: 'โอนเงินไม่สำเร็จ เงินกลับเข้ากระเป๋าหลักแล้ว ลองใหม่อีกครั้ง',
    lo: 'ໂອນເງິນບໍ່ສຳເລັດ ເງິນກັບຄືນເຂົ້າກະເປົາຫຼັກແລ້ວ ລອງໃໝ່ອີກຄັ້ງ',
    en: 'Transfer failed. The money is back in your main wallet. Try again.',
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
  CHAT_EMPTY: {
    th: 'ข้อความว่างเปล่า พิมพ์ข้อความก่อนส่ง',
    lo: 'ຂໍ້ຄວາມຫວ່າງເປົ່າ ພິມຂໍ້ຄວາມກ່ອນສົ່ງ',
    en: 'The message is empty. Type something first.',
  },
  CHAT_TOO_LONG: {
    th: 'ข้อความยาวเกิน 2,000 ตัวอักษร แบ่งส่งทีละส่วน',
    lo: 'ຂໍ້ຄວາມຍາວເກີນ 2,000 ຕົວອັກສອນ ແບ່ງສົ່ງເທື່ອລະສ່ວນ',
    en: 'Over 2,000 characters. Send it in parts.',
  },
  FILE_TOO_LARGE: {
    th: 'ไฟล์ใหญ่เกินไป เลือกไฟล์ขนาดไม่เกิน {n} MB',
    lo: 'ໄຟລ໌ໃຫຍ່ເກີນໄປ ເລືອກໄຟລ໌ຂະໜາດບໍ່ເກີນ {n} MB',
    en: 'The file is too large. Please select file no larger than {n} MB.',
  },
  FILE_NOT_SUPPORTED: {
    th: 'ไม่รองรับไฟล์ประเภทนี้',
    lo: 'ບໍ່ຮອງຮັບໄຟລ໌ປະເພດນີ້',
    en: 'File is not supported',
  },
  IDEMPOTENCY_MISMATCH: {
    th: 'รายการนี้เคยส่งด้วยข้อมูลอื่น เช็กยอดเงินก่อนทำใหม่',
    lo: 'ລາຍການນີ້ເຄີຍສົ່ງດ້ວຍຂໍ້ມູນອື່ນ ກວດຍອດເງິນກ່ອນເຮັດໃໝ່',
    en: 'This was sent before with other details. Check your balance first.',
  },
  REQUEST_IN_PROGRESS: {
    th: 'กำลังทำรายการนี้อยู่ รอผลสักครู่',
    lo: 'ກຳລັງເຮັດລາຍການນີ້ຢູ່ ລໍຖ້າຜົນຈັກໜ້ອຍ',
    en: 'This request is already being done. Wait for its result.',
  },
  INTERNAL_SERVER_ERROR: {
    th: 'ระบบขัดข้อง รอสักครู่แล้วลองใหม่',
    lo: 'ລະບົບຂັດຂ້ອງ ລໍຖ້າຈັກໜ້ອຍແລ້ວລອງໃໝ່',
    en: 'Something broke on our side. Wait a moment and try again.',
  },
  NO_DATA: {
    th: 'ไม่พบข้อมูล โหลดใหม่แล้วลองอีกครั้ง',
    lo: 'ບໍ່ພົບຂໍ້ມູນ ໂຫຼດໃໝ່ແລ້ວລອງອີກຄັ້ງ',
    en: 'No data found. Refresh and try again.',
  },
  NOT_FOUND: {
    th: 'ไม่พบสิ่งที่เรียกดู กลับหน้าหลักแล้วลองใหม่',
    lo: 'ບໍ່ພົບສິ່ງທີ່ຊອກຫາ ກັບໄປໜ້າຫຼັກແລ້ວລອງໃໝ່',
    en: 'Not found. Go to home and try again.',
  },
  OK: {
    th: 'เรียบร้อย',
    lo: 'ຮຽບຮ້ອຍ',
    en: 'OK',
  },
  SUCCESS: {
    th: 'สำเร็จ',
    lo: 'ສຳເລັດ',
    en: 'Done',
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
}
