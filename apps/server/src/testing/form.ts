import { randomUUID } from 'node:crypto'

/** A file as a form holds it. */
export interface FormFile {
  bytes: Buffer
  name?: string
  type?: string
  field?: string
}

/** A form with one file, as browsers send it. */
export function formOf(
  file: FormFile | null,
  fields: Readonly<Record<string, string>> = {},
): { payload: Buffer; contentType: string } {
  const boundary = `form-${randomUUID()}`
  const parts = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  )
  if (file) {
    const { bytes, name = 'slip.png', type = 'image/png', field = 'file' } = file
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`
    parts.push(Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n')]))
  }
  return {
    payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  }
}
