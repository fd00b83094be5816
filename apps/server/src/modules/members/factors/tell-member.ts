import type { SecurityNews } from '@krapao/contract'
import type { Language } from '../../../platform/http/index.ts'
import type { MembersParts } from '../members.parts.ts'
import { internationalNumber } from '../providers/sms.ts'

/** Tells the member's open pages and his phone; what becomes of the message keeps nobody waiting. */
export function tellMember(
  parts: MembersParts,
  to: { memberId: string; phone: string },
  what: SecurityNews,
  text: string,
): void {
  parts.onSecurityNews(to.memberId, what)
  const send = async (): Promise<void> => {
    const { country } = await parts.operator.settings()
    const international = internationalNumber(to.phone, country)
    await parts.sms.send({ number: to.phone, international }, text, () => Promise.resolve(true))
  }
  send().catch((error: unknown) => parts.logger.warn({ err: error }, 'a member was not told by SMS of a factor'))
}

const guessed: Record<Language, string> = {
  th: 'มีคนรู้รหัสผ่านของคุณและกำลังเดารหัสยืนยัน ยังเข้าไม่ได้ เปลี่ยนรหัสผ่านทันที',
  lo: 'ມີຄົນຮູ້ລະຫັດຜ່ານຂອງທ່ານ ແລະ ກຳລັງເດົາລະຫັດຢືນຢັນ ຍັງເຂົ້າບໍ່ໄດ້ ປ່ຽນລະຫັດຜ່ານທັນທີ',
  en: 'Somebody knows your password and is guessing at your codes. They are not in. Change your password at once.',
}

/** What the operator's country speaks: which language a member reads is written down of nobody. */
export async function languageOfCountry({ operator }: MembersParts): Promise<'th' | 'lo'> {
  return (await operator.settings()).country === 'LA' ? 'lo' : 'th'
}

/** Tells him that strangers know his password and guess at codes. */
export async function tellOfGuesses(parts: MembersParts, to: { memberId: string; phone: string }): Promise<void> {
  tellMember(parts, to, 'codes-guessed', guessed[await languageOfCountry(parts)])
}
