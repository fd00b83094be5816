import { readFileSync } from 'node:fs'
import { COMMON_FILE, isBreachedPassword, listedForm } from './breached-passwords.ts'

/** Passwords that are tried first in this part of the world, and others that the list of the file may lack. */
const REGIONAL = new Set(
  `
  !@#$%^&* !qaz2wsx 00000000 0000000000 0123456789 0987654321 10101010 101010101 11111111 111111111 1111111111
  11112222 11223344 1122334455 112233445566 12121212 12312312 123123123 123321123 12341234 12344321 123454321
  1234554321 123456123 123456654321 12345678 123456780 123456789 1234567890 12345678910 1234567899 123456789a
  12345678a 12345679 1234567a 123456aa 123456ab 1234abcd 1234qwer 123698745 123abc123 123qwe123 123qweasd
  123qweasdzxc 13579246 135792468 142536475 147258369 147852369 159357159 19191919 1a2b3c4d 1q2w3e4r 1q2w3e4r5t
  1q2w3e4r5t6y 1qaz1qaz 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 20202020 22222222 24681357 252525252 31415926 321321321
  33333333 43214321 44444444 456456456 55555555 654321123456 66666666 741852963 77777777 789456123 87654321 88888888
  888888888 8888888888 88889999 963852741 987456321 98765432 987654321 9876543210 99998888 99999999 999999999
  9999999999 a1234567 a12345678 a123456789 a1b2c3d4 aa123456 aa12345678 ab123456 abc12345 abc123456 abc123abc
  abcd1234 access123 access14 admin123 admin1234 admin12345 adminadmin administrator alexander alexander1 andrew123
  anthony1 arsenal1 arsenal123 asd123456 asdasdasd asdf1234 asdf12345 asdfasdf asdfghjk asdfghjkl asdfjkl1 ashley123
  autumn123 baccarat baccarat1 banana123 bangkok1 bangkok123 bangkokbank barcelona barcelona1 baseball baseball1
  basketball batman123 betflix1 betflix123 blink182 bonus100 bonus123 buddha123 buriram1 buriram123 butterfly
  butterfly1 carolina casino123 casino88 casino888 chang123 changeme changeme1 changeme123 charlie1 charlie123
  cheese123 chelsea1 chelseafc chiangmai chiangmai1 chocolate chocolate1 christian christopher colombia computer
  computer1 cookie123 corvette cristiano daniel123 december1 default1 default123 demo1234 dragon12 dragon123
  dragonball elephant elephant1 elizabeth estrella facebook facebook1 facebook123 february1 ferrari1 ferrari123
  football football1 football123 forever1 forever21 fortnite fortnite1 freedom1 freedom123 freefire freefire1
  freefire123 friday123 gabriela gamble88 garena123 google123 greenday1 guest123 guestguest happy123 happyday
  harley123 hello123 hello1234 hello12345 hellohello helloworld honda123 hunter12 hunter123 ilovegod ilovemyself
  iloveyou iloveyou! iloveyou1 iloveyou123 iloveyou2 instagram internet internet1 ironman1 isaan123 jackpot1
  jackpot777 jackpot88 jennifer jennifer1 jessica1 joker123 joker1234 joker888 jordan123 jordan23 joshua123
  juventus1 kapao123 kasikorn1 kasikorn123 khonkaen khonkaen1 killer12 killer123 krapao123 krapao88 krapow123
  krungthai krungthai1 laolao123 laopdr123 laos1234 leobeer1 letmein1 letmein123 letmeinn line1234 lineline
  linkedin1 linkinpark liverpool liverpool1 liverpoolfc lkjhgfdsa love1234 love12345 loveking lovelove lovelove1
  lover123 loverboy loveyou1 loveyou123 loykrathong luangprabang lucky123 lucky777 lucky7777 lucky888 manchester
  manchester1 manunited manutd123 master12 master123 mastermaster matthew1 maverick1 mekong123 mercedes1 messi123
  metallica michael1 michael123 michelle michelle1 microsoft minecraft minecraft1 minecraft123 mnbvcxz1 monday123
  money123 money888 monkey12 monkey123 monkey1234 muangthong muaythai muaythai1 muaythai123 mustang1 mypass123
  mypassword naga1234 nakhonphanom newpassword nicholas nirvana1 november1 october10 p@ssw0rd p@ssw0rd1 p@ssword
  p@ssword1 pa$$w0rd pa$$word pakse123 pass1234 pass12345 pass123456 passpass passport passw0rd passw0rd1 password
  password! password00 password01 password1 password1! password10 password11 password12 password123 password1234
  password12345 password13 password2 password21 password22 password3 password69 password7 password77 password88
  password9 password99 passwort patricia pattaya1 pattaya123 pepper123 pgslot123 pgslot88 phayanak phoenix1
  phoenix123 phuket123 pikachu1 poiuytrewq pokemon1 pokemon123 poker123 porsche1 princess princess1 princess123
  pubg1234 pubgmobile q1w2e3r4 q1w2e3r4t5 qaz123456 qazwsx123 qazwsxedc qwe12345 qwe123456 qwe123qwe qweasd123
  qweasdzxc qweqweqwe qwer1234 qwerty!@# qwerty11 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456
  qwertyqwerty qwertyu1 qwertyui qwertyuiop qwertyuiop123 rakthai1 rakthai123 realmadrid rich8888 robert123
  roblox123 ronaldo123 ronaldo7 root1234 rootroot rovrov123 sabaidee sabaidee1 sabaidee123 samantha samantha1
  sample123 samsung1 samsung123 saturday savannakhet sawadee1 sawasdee sawasdee1 sawatdee secret12 secret123
  september september1 shadow12 shadow123 singha123 slipknot1 slot1234 slot8888 slotpg123 soccer123 somchai1
  somchai123 somsak123 somtam123 somying1 somying123 songkran songkran1 spiderman spiderman1 spring123 starwars
  starwars1 summer12 summer123 summer2020 summer2023 summer2024 sunday123 sunshine sunshine1 sunshine123 superman
  superman1 superslot superslot1 temp1234 temporary test1234 test12345 test123456 testing1 testing123 testtest
  thailand thailand1 thailand123 thomas123 tiger123 tigger123 tiktok123 tomyum123 toyota123 truemoney truemoney1
  trustno1 trustnoone udonthani ufa12345 ufabet123 ufabet88 user1234 user12345 veronica victoria victoria1 vientiane
  vientiane1 welcome01 welcome1 welcome12 welcome123 welcome1234 whatever whatever1 whatsapp william1 windows1
  winter123 wsxedcrfv yamaha123 yamahar1 youtube1 youtube123 zaq12wsx zaq1zaq1 zxc123456 zxcvbnm1 zxcvbnm123
  zxcvbnma zxczxczxc
  `
    .trim()
    .split(/\s+/),
)

/** One character over and over, or a short piece repeated: "aaaaaaaa", "abababab", "12341234". */
function isRepeated(text: string): boolean {
  return /^(.{1,4})\1+$/u.test(text)
}

/** Characters that go up or down by one: "23456789", "hgfedcba". */
function isRun(text: string): boolean {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0)
  const steps = new Set(points.slice(1).map((point, index) => point - (points[index] ?? 0)))
  return steps.size === 1 && (steps.has(1) || steps.has(-1))
}

/** The list that ships with the server, the most used first. */
const COMMON = new Set(readFileSync(COMMON_FILE, 'utf8').trimEnd().split('\n'))

const isListed = (text: string): boolean => COMMON.has(text) || REGIONAL.has(text)

/** What people write for a letter. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}
/** So many characters that are no letters around a listed word make nothing new of it: "Password!1", "!!sunshine99". */
const AROUND_MAX = 6
const WORD_MIN = 4

const withoutLookalikes = (text: string): string => text.replaceAll(/[@431!0$57]/g, (sign) => LOOKALIKES[sign] ?? sign)

/** Whether it is a listed word with a few digits and signs around it, or with signs in place of its letters. */
function isDressedUp(plain: string): boolean {
  const word = plain.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '')
  const around = Array.from(plain).length - Array.from(word).length
  if (around <= AROUND_MAX && word.length >= WORD_MIN && isListed(withoutLookalikes(word))) return true
  return isListed(withoutLookalikes(plain))
}

/** Letters and digits alone: what is put between them makes no other word of a name. */
const bare = (text: string): string => listedForm(text).replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')

/** So much has to be left of a password when the words of its context are taken out. */
const REST_MIN = 6
const CONTEXT_WORD_MIN = 3

/**
 * Whether a password is little more than words that whoever guesses knows: of the product, of the operator, of him whose
 * password it is. "krapao2026" is, "krapao ferry mekong" is not.
 */
export function isOfContext(password: string, words: readonly string[]): boolean {
  const plain = bare(password)
  const known = ['krapao', 'กระเป๋า', 'ກະເປົາ', ...words.flatMap((word) => [word, ...word.split(/[\s.@/:-]+/)])]
    .map(bare)
    .filter((word) => Array.from(word).length >= CONTEXT_WORD_MIN)
    .toSorted((one, other) => other.length - one.length)
  const restOf = (text: string) => known.reduce((left, word) => left.replaceAll(word, ''), text)
  return [plain, bare(withoutLookalikes(listedForm(password)))].some((text) => {
    const rest = bare(restOf(text))
    return rest.length < text.length && Array.from(rest).length < REST_MIN
  })
}

/** Whether a password is one that everybody tries, or that was stolen somewhere, in either case (decisions 2.49). */
export function isCommonPassword(password: string): boolean {
  const plain = listedForm(password)
  return isListed(plain) || isRepeated(plain) || isRun(plain) || isDressedUp(plain) || isBreachedPassword(plain)
}
