const INVITE_CODE = /^PR([A-Za-z0-9]{1,64})$/

/** Whether a text can be an inviter's code: PR and the id of a profile (decisions 2.48). */
export function isInviteCode(code: string): boolean {
  return INVITE_CODE.test(code)
}

/** The inviter's code of a profile, as invite links carry it (decisions 2.47). */
export function inviteCodeOf(profileId: string): string {
  return `PR${profileId}`
}

/** The id of the profile that an inviter's code stands for; null when it is none. */
export function inviterOf(code: string): string | null {
  return INVITE_CODE.exec(code)?.[1] ?? null
}
