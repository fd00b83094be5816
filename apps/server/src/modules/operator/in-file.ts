import * as v from 'valibot'

/** What several parts of the file say in the same form. */
export const code = v.pipe(v.string(), v.regex(/^[A-Z0-9]{1,20}$/, 'a code has capitals and digits'))
export const currency = v.picklist(['BAHT', 'LAK'])
