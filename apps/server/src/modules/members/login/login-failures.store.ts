import { createFailureStore } from '../../../platform/login/failure-store.ts'

/** Wrong passwords of members, by phone and place and by phone. */
export const failures = createFailureStore({ pairs: 'login_pair', names: 'login_phone', name: 'phone' })

/** Under which all devices known for a phone are counted together; no name that is typed begins with a space. */
export const devicesOf = (phone: string): string => ` devices of ${phone}`
