/**
 * Which texts travel together. A group is one file a language, fetched with the route that needs it; a text that no
 * group names is not shipped. The first group that names an id has it.
 */
export interface TextGroup {
  readonly name: string
  /** Whole ids, or beginnings that end in a dot. */
  readonly holds: readonly string[]
}

export const textGroups: readonly TextGroup[] = [
  {
    // The first load: the frame of every page, /login, and what most often goes wrong there.
    name: 'shell',
    holds: [
      'app.name',
      'app.pageTitle',
      'app.credit',
      'lang.changed',
      'nav.home',
      'nav.register',
      'nav.howto',
      'nav.contact',
      'login.',
      'logout.done',
      'terminated.',
      'register.title',
      'field.phone',
      'field.password',
      'common.retry',
      'common.fieldRequired',
      'aria.skipToContent',
      'aria.topBar',
      'aria.bottomMenu',
      'aria.languageMenu',
      'aria.loading',
      'aria.notifications',
      'aria.toastClose',
      'aria.showPassword',
      'aria.hidePassword',
      'error.unknown',
      'error.network',
      'error.timeout',
      'error.unavailable',
      'error.WRONG_CREDENTIAL',
      'error.REQUEST_LIMIT',
    ],
  },
  {
    // What most pages beyond /login share.
    name: 'common',
    holds: [
      'app.version',
      'common.',
      'nav.',
      'notFound.',
      'wait.',
      'time.today',
      'time.yesterday',
      'field.',
      'dialog.',
      'copy.',
      'pager.',
      'contact.',
      'aria.closeDialog',
      'aria.contactQr',
      'aria.newTab',
      'aria.preset',
      'aria.pagination',
      'aria.pageNumber',
    ],
  },
  { name: 'register', holds: ['register.', 'currency.option.'] },
  { name: 'history-export', holds: ['statement.export.'] },
  { name: 'history', holds: ['statement.filter.'] },
  {
    // What home alone shows.
    name: 'home',
    holds: [
      'home.totalBalance',
      'home.checkBalance',
      'home.checking',
      'home.updated',
      'home.updatedAt',
      'home.asOf',
      'home.moving',
      'home.ask',
      'home.hideBalance',
      'home.showBalance',
      'home.inviteReceive',
      'home.refreshDone',
      'home.refreshPartial',
      'statement.fromTo',
      'term.inviteBonus',
      'time.never',
      'aria.checkBalance',
      'aria.balanceHidden',
      'tile.',
      'games.slot.title',
      'games.sport.title',
      'games.openAccount',
      'games.asOf',
      'games.lastKnown',
      'games.count',
      'games.hidden',
      'games.empty',
      'pwa.offline.title',
      'pwa.offline.text',
      'aria.tiles',
      'aria.carouselPrevious',
      'aria.carouselNext',
      'aria.carouselPosition',
    ],
  },
  {
    // What members' pages share.
    name: 'member',
    holds: [
      'home.',
      'statement.',
      'result.unknownTitle',
      'transfer.title',
      'time.',
      'currency.baht',
      'amount.',
      'term.giftLink',
      'aria.moneyIn',
      'aria.moneyOut',
      'aria.moneyMoved',
      'pwa.update.',
    ],
  },
  { name: 'forgot', holds: ['forgot.'] },
  { name: 'bonus-offer', holds: ['bonus.modal.', 'bonus.terms.', 'bonus.received'] },
  { name: 'bonus', holds: ['bonus.'] },
  { name: 'promotion', holds: ['promotion.'] },
  { name: 'invite', holds: ['invite.'] },
  { name: 'refund', holds: ['refund.'] },
  { name: 'banner', holds: ['banner.'] },
  // What there is to read: how things are done, and on what terms.
  { name: 'howto', holds: ['howto.', 'aria.videoPlayer', 'agreement.', 'conditions.'] },
  {
    name: 'chat',
    holds: ['chat.', 'aria.chatOpen', 'aria.chatClose', 'aria.chatHistory', 'aria.chatUnread'],
  },
  {
    name: 'profile',
    holds: ['profile.', 'bankName.', 'password.', 'sessions.', 'theme.', 'protection.title', 'protection.link'],
  },
  { name: 'security', holds: ['security.'] },
  { name: 'games', holds: ['games.account.', 'aria.copyUsername', 'aria.copyPassword'] },
  { name: 'withdraw', holds: ['withdraw.'] },
  { name: 'receipt', holds: ['receipt.', 'tracker.'] },
  { name: 'transfer', holds: ['transfer.', 'term.fee'] },
  {
    // The ways to deposit, and the list of slips that were sent.
    name: 'deposit',
    holds: [
      'deposit.',
      'protection.depositLink',
      'gift.',
      'slip.',
      'qr.',
      'aria.qrImage',
      'aria.copyAccountNo',
      'aria.slipPreview',
    ],
  },
  {
    // What stands on the page itself; what its sheets say comes with them.
    name: 'protection',
    holds: [
      'protection.lead',
      'protection.loadError',
      'protection.limits',
      'protection.kind.',
      'protection.period.',
      'protection.limit.',
      'protection.stop',
      'protection.pauseHint',
      'protection.excludeHint',
      'protection.netHint',
      'protection.dataHint',
      'protection.excluded.',
      'protection.net',
      'protection.data',
      'protection.pause',
      'protection.exclude',
      'protection.time',
      'protection.timeHint',
    ],
  },
  { name: 'protection-sheets', holds: ['protection.'] },
  // What the server may say no with: fetched by the first refusal, and ahead of it when a page is quiet.
  { name: 'errors', holds: ['error.', 'money.', 'result.', 'limitReached.'] },
]

/** The group that an id belongs to, or undefined when it is not shipped. */
export function groupOf(id: string): string | undefined {
  const names = (held: string): boolean => held === id || (held.endsWith('.') && id.startsWith(held))
  return textGroups.find((group) => group.holds.some(names))?.name
}
