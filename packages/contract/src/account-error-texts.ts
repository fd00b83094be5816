import type { ErrorText } from './error-text.ts'

/** What the codes of sessions, registration and chat say, and those that any call can answer with. */
export const accountErrorTexts = {
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
  PASSWORD_NEEDED: {
    th: 'กรอกรหัสผ่านของคุณเพื่อดำเนินการต่อ',
    lo: 'ປ້ອນລະຫັດຜ່ານຂອງທ່ານເພື່ອດຳເນີນການຕໍ່',
    en: 'Enter your password to go on.',
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
  PROOF_NEEDED: {
    th: 'ตอนนี้มีคนใช้งานมาก รอสักครู่แล้วลองใหม่',
    lo: 'ຕອນນີ້ມີຄົນນຳໃຊ້ຫຼາຍ ລໍຖ້າຈັກໜ້ອຍແລ້ວລອງໃໝ່',
    en: 'Many people are here right now. Wait a moment and try again.',
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
    th: 'ไม่รองรับไฟล์ประเภทนี้ เลือกไฟล์รูปหรือวิดีโอ',
    lo: 'ບໍ່ຮອງຮັບໄຟລ໌ປະເພດນີ້ ເລືອກໄຟລ໌ຮູບ ຫຼື ວິດີໂອ',
    en: 'File is not supported',
  },
  ROOM_HELD: {
    th: 'แอดมินคนอื่นดูแลแชตนี้อยู่',
    lo: 'ແອັດມິນຄົນອື່ນດູແລແຊັດນີ້ຢູ່',
    en: 'Another member of the staff has this chat.',
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
  LINK_NOT_ALLOWED: {
    th: 'ลิงก์นี้ไปยังเว็บไซต์ที่ยังไม่ได้รับอนุญาต ใช้เว็บไซต์ของเรา',
    lo: 'ລິ້ງນີ້ໄປຫາເວັບໄຊທີ່ຍັງບໍ່ໄດ້ຮັບອະນຸຍາດ ໃຊ້ເວັບໄຊຂອງພວກເຮົາ',
    en: 'This link leads to a website that is not allowed. Use one of ours.',
  },
  NEW_PASSWORD: {
    th: 'รหัสผ่านนี้ใช้ได้ครั้งแรกครั้งเดียว ตั้งรหัสผ่านของคุณเองก่อน',
    lo: 'ລະຫັດຜ່ານນີ້ໃຊ້ໄດ້ເທື່ອທຳອິດເທື່ອດຽວ ຕັ້ງລະຫັດຜ່ານຂອງທ່ານເອງກ່ອນ',
    en: 'This password was made for your first login only. Choose your own.',
  },
  MOVED_ON: {
    th: 'สถานะของรายการนี้เปลี่ยนไปแล้ว ดูสถานะล่าสุดก่อนทำต่อ',
    lo: 'ສະຖານະຂອງລາຍການນີ້ປ່ຽນແລ້ວ ເບິ່ງສະຖານະຫຼ້າສຸດກ່ອນເຮັດຕໍ່',
    en: 'The state of this has changed. Look at it again before you go on.',
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
} as const satisfies Record<string, ErrorText>
