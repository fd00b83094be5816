/**
 * A receipt on paper: a PDF of one page that is the picture, with what it says in words for those who cannot see it, and
 * its number as text that can be searched for and copied. Written by hand: it is a few hundred bytes beside the picture.
 */

/** What is put on the page. */
export interface ReceiptPaper {
  readonly jpeg: Uint8Array
  readonly widthPx: number
  readonly heightPx: number
  readonly title: string
  /** Letters, digits and dashes. */
  readonly number: string
  /** All that the picture says. */
  readonly text: string
  readonly language: string
}

/** 110 mm, with which the picture is about as large as on a phone. */
const WIDTH_PT = 312

/** The bytes of the file. */
export function receiptPdf(paper: ReceiptPaper): Uint8Array<ArrayBuffer> {
  const heightPt = Math.round((WIDTH_PT * paper.heightPx) / paper.widthPx)
  // The number is drawn with ink that is not seen (3 Tr), below what the picture shows.
  const content =
    `/Figure <</MCID 0>> BDC q ${WIDTH_PT} 0 0 ${heightPt} 0 0 cm /Picture Do Q ` +
    `BT 3 Tr /F 10 Tf 18 ${Math.round(heightPt / 8)} Td (${paper.number.replaceAll(/[^A-Za-z0-9-]/g, '')}) Tj ET EMC`
  const picture =
    `<</Type /XObject /Subtype /Image /Width ${paper.widthPx} /Height ${paper.heightPx} /ColorSpace /DeviceRGB ` +
    `/BitsPerComponent 8 /Filter /DCTDecode /Length ${paper.jpeg.length}>>`
  return assemble([
    '<</Type /Catalog /Pages 2 0 R /MarkInfo <</Marked true>> /StructTreeRoot 7 0 R ' +
      `/Lang (${paper.language}) /ViewerPreferences <</DisplayDocTitle true>>>>`,
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    `<</Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH_PT} ${heightPt}] /Contents 5 0 R /StructParents 0 ` +
      '/Resources <</XObject <</Picture 4 0 R>> /Font <</F 6 0 R>>>>>>',
    { head: picture, stream: paper.jpeg },
    { head: `<</Length ${content.length}>>`, stream: bytesOf(content) },
    '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
    '<</Type /StructTreeRoot /K 8 0 R /ParentTree <</Nums [0 [8 0 R]]>>>>',
    `<</Type /StructElem /S /Figure /P 7 0 R /Pg 3 0 R /K 0 /Alt ${textOf(paper.text)}>>`,
    `<</Title ${textOf(paper.title)} /Producer (Krapao)>>`,
  ])
}

type Part = string | { readonly head: string; readonly stream: Uint8Array }

/** Puts objects 1, 2, … one after the other, and the table of where each begins; the last one describes the file. */
function assemble(parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  // The second line tells those who carry the file that it is not text.
  const chunks: Uint8Array[] = [bytesOf('%PDF-1.5\n%\u00e2\u00e3\u00cf\u00d3\n')]
  let length = chunks[0]?.length ?? 0
  const put = (chunk: Uint8Array): void => {
    chunks.push(chunk)
    length += chunk.length
  }
  const starts = parts.map((part, index) => {
    const start = length
    put(bytesOf(`${index + 1} 0 obj\n`))
    if (typeof part === 'string') put(bytesOf(part))
    else {
      put(bytesOf(`${part.head}\nstream\n`))
      put(part.stream)
      put(bytesOf('\nendstream'))
    }
    put(bytesOf('\nendobj\n'))
    return start
  })
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  const count = parts.length + 1
  const end = `trailer\n<</Size ${count} /Root 1 0 R /Info ${parts.length} 0 R>>\nstartxref\n${length}\n%%EOF\n`
  put(bytesOf(`xref\n0 ${count}\n0000000000 65535 f \n${table}${end}`))
  const file = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    file.set(chunk, at)
    at += chunk.length
  }
  return file
}

/** Each character is a byte. */
function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

/** Text of any script as a PDF has it: UTF-16, in hexadecimal digits. */
function textOf(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0'))
  return `<feff${units.join('')}>`
}
