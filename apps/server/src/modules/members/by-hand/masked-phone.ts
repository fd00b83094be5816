/** What staff see of a phone number: its last four digits. */
export const maskedPhone = (phone: string): string => `•••${phone.slice(-4)}`
