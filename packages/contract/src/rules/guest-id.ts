/** Whether a text is a guest's id: `guest-` and at least 128 random bits (rulings 5.4). */
export function isGuestId(guestId: string): boolean {
  return /^guest-[A-Za-z0-9_-]{22,64}$/.test(guestId)
}
