/** The text of "cannot verify identity" in each language: a server may send it in place of a code (decisions 2.28). */
export const identityRefusals: readonly string[] = [
  'ยืนยันตัวตนไม่ได้ เข้าสู่ระบบอีกครั้ง',
  'ຢືນຢັນຕົວຕົນບໍ່ໄດ້ ເຂົ້າສູ່ລະບົບອີກຄັ້ງ',
  'We cannot verify your identity. Please log in again.',
]
