/** All that opens over a page of a player's protection: small parts, which travel together. */
export { CoolOffSheet } from './cool-off-sheet.tsx'
export { ExclusionSheet } from './exclusion-sheet.tsx'
export { LimitSheet } from './limit-sheet.tsx'
export { NetSheet } from './net-sheet.tsx'
export { OwnDataSheet } from './own-data-sheet.tsx'
export { sayPresent } from './presence.ts'
export { RealityCheckDialog } from './reality-check-dialog.tsx'
export { TimeSheet } from './time-sheet.tsx'
