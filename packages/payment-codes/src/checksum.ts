/**
 * CRC-16 CCITT-FALSE (polynomial 1021, start FFFF) of an ASCII text, as four capital hexadecimal digits.
 * "123456789" gives 29B1.
 */
export function checksumOf(text: string): string {
  let register = 0xffff
  for (let index = 0; index < text.length; index += 1) {
    register ^= (text.charCodeAt(index) & 0xff) << 8
    for (let bit = 0; bit < 8; bit += 1) {
      register = register & 0x8000 ? (register << 1) ^ 0x1021 : register << 1
    }
    register &= 0xffff
  }
  return register.toString(16).toUpperCase().padStart(4, '0')
}
