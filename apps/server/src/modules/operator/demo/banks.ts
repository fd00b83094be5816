import type { Country } from '@krapao/contract'

/** A bank of the demo operator: code, Thai, English and Lao name. */
export type DemoBank = readonly [code: string, nameTH: string, nameEN: string, nameLO: string]

/** Those of Thailand, the most used first (specification section 9). */
const thaiBanks: readonly DemoBank[] = [
  ['KBANK', 'ธนาคารกสิกรไทย', 'Kasikornbank', 'ທະນາຄານກະສິກອນໄທ'],
  ['SCB', 'ธนาคารไทยพาณิชย์', 'Siam Commercial Bank', 'ທະນາຄານໄທພານິດ'],
  ['BBL', 'ธนาคารกรุงเทพ', 'Bangkok Bank', 'ທະນາຄານບາງກອກ'],
  ['KTB', 'ธนาคารกรุงไทย', 'Krungthai Bank', 'ທະນາຄານກຸງໄທ'],
  ['TMB', 'ธนาคารทหารไทยธนชาต', 'TMBThanachart Bank', 'ທະນາຄານທະຫານໄທທະນະຊາດ'],
  ['GSB', 'ธนาคารออมสิน', 'Government Savings Bank', 'ທະນາຄານອອມສິນ'],
  ['TW', 'ทรูมันนี่ วอลเล็ท', 'TrueMoney Wallet', 'ທຣູມັນນີ້ ວອລເລັດ'],
  ['BAY', 'ธนาคารกรุงศรีอยุธยา', 'Bank of Ayudhya (Krungsri)', 'ທະນາຄານກຸງສີອະຍຸດທະຍາ'],
  [
    'BAAC',
    'ธนาคารเพื่อการเกษตรและสหกรณ์การเกษตร',
    'Bank for Agriculture and Agricultural Cooperatives',
    'ທະນາຄານເພື່ອການກະເສດ ແລະ ສະຫະກອນການກະເສດ',
  ],
  ['GHB', 'ธนาคารอาคารสงเคราะห์', 'Government Housing Bank', 'ທະນາຄານອາຄານສົງເຄາະ'],
  ['CIMB', 'ธนาคารซีไอเอ็มบี ไทย', 'CIMB Thai Bank', 'ທະນາຄານຊີໄອເອັມບີ ໄທ'],
  ['UOB', 'ธนาคารยูโอบี', 'United Overseas Bank (Thai)', 'ທະນາຄານຢູໂອບີ'],
  ['LH', 'ธนาคารแลนด์ แอนด์ เฮ้าส์', 'Land and Houses Bank', 'ທະນາຄານແລນ ແອນ ເຮົ້າ'],
  ['KKP', 'ธนาคารเกียรตินาคินภัทร', 'Kiatnakin Phatra Bank', 'ທະນາຄານກຽດນາຄິນພັດທະຣະ'],
  ['TISCO', 'ธนาคารทิสโก้', 'TISCO Bank', 'ທະນາຄານທິສໂກ້'],
  ['IBANK', 'ธนาคารอิสลามแห่งประเทศไทย', 'Islamic Bank of Thailand', 'ທະນາຄານອິດສະລາມແຫ່ງປະເທດໄທ'],
  ['TCRB', 'ธนาคารไทยเครดิต', 'Thai Credit Bank', 'ທະນາຄານໄທເຄຣດິດ'],
  ['CITI', 'ธนาคารซิตี้แบงก์', 'Citibank', 'ທະນາຄານຊິຕີ້ແບັງ'],
  ['ICBC', 'ธนาคารไอซีบีซี (ไทย)', 'ICBC (Thai)', 'ທະນາຄານໄອຊີບີຊີ (ໄທ)'],
]

const laoBanks: readonly DemoBank[] = [
  ['BCEL', 'ธนาคารการค้าต่างประเทศลาว', 'Banque pour le Commerce Exterieur Lao', 'ທະນາຄານການຄ້າຕ່າງປະເທດລາວ ມະຫາຊົນ'],
  ['LDB', 'ธนาคารพัฒนาลาว', 'Lao Development Bank', 'ທະນາຄານພັດທະນາລາວ'],
  ['APB', 'ธนาคารส่งเสริมกสิกรรม', 'Agricultural Promotion Bank', 'ທະນາຄານສົ່ງເສີມກະສິກຳ'],
  ['JDB', 'ธนาคารร่วมพัฒนา', 'Joint Development Bank', 'ທະນາຄານຮ່ວມພັດທະນາ'],
  ['PSV', 'ธนาคารพงสะหวัน', 'Phongsavanh Bank', 'ທະນາຄານພົງສະຫວັນ'],
  ['LVB', 'ธนาคารลาวเวียด', 'Lao-Viet Bank', 'ທະນາຄານລາວ-ຫວຽດ'],
]

/** Where members can have an account: the banks of both countries, the operator's own first. */
export function demoBanksOf(country: Country): readonly DemoBank[] {
  return country === 'LA' ? [...laoBanks, ...thaiBanks] : [...thaiBanks, ...laoBanks]
}

/** Ways of paying in that are named like banks but hold no member's account. */
export const demoPaymentBanks: readonly DemoBank[] = [['WW', 'ชำระเงินด้วยคิวอาร์', 'QR payment', 'ຈ່າຍເງິນດ້ວຍຄິວອາ']]
