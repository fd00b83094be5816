import type { Mutant } from './mutant.ts'

/** Bugs of the doors of HTTP: what keeps a crowd from having all that a process has. */
export const platformMutants: readonly Mutant[] = [
  {
    name: 'forms come in however large they are together',
    file: 'platform/http/upload-room.ts',
    find: ' || bytesOf(inside) + form.bytes > means.bytesMax',
    replace: '',
    tests: ['platform/http/upload-room'],
  },
  {
    name: 'guests fill all the room that there is for forms',
    file: 'platform/http/upload-room.ts',
    find: 'bytesOf(guests) + form.bytes > means.guestBytesMax',
    replace: 'bytesOf(guests) + form.bytes > means.bytesMax',
    tests: ['platform/http/upload-room'],
  },
  {
    name: 'a form is read into memory before there is room for it',
    file: 'platform/http/upload.ts',
    find: `        await untilAdmitted(place, request)
`,
    replace: '',
    tests: ['platform/http/slow-upload'],
  },
]
