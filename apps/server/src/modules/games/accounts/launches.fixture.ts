/** The providers that autoLogin takes, what each is sent of a player, and the rows that say so. */
export const launches = [
  ['pg', 'name', 'GAM-019'],
  ['betflix', 'name', 'GAM-020'],
  ['askmebet', 'password', 'GAM-021'],
  ['imi', 'password', 'GAM-022'],
  ['usun', 'password', 'GAM-023'],
  ['circus', 'password', 'GAM-024'],
  ['slotracha', 'password', 'GAM-025'],
  ['pgslot', 'password', 'GAM-026'],
  ['areaslot', 'name', 'GAM-027'],
  ['joker2', 'name', 'GAM-028'],
] as const
