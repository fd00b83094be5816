import type { GameProvider } from '../../modules/games/index.ts'

/** A game provider in this process: balances in hundredths of credits, and a switch that breaks money calls. */
export class PlayedProvider implements GameProvider {
  readonly balances = new Map<string, number>()
  readonly moved = new Set<string>()
  fault: 'none' | 'refuse' | 'cut' = 'none'
  create: GameProvider['create'] = async ({ username }) => {
    this.balances.set(username, 0)
    return 'created'
  }
  read: GameProvider['read'] = async (username) => ({
    found: true,
    balance: (this.balances.get(username) ?? 0) / 100,
    reference: null,
  })
  move: GameProvider['move'] = async ({ id, username, direction, credits }) => {
    if (this.fault === 'refuse') return 'refused'
    if (this.fault === 'cut') return 'unknown'
    const after = (this.balances.get(username) ?? 0) + (direction === 'in' ? credits : -credits)
    if (after < 0) return 'insufficient'
    this.balances.set(username, after)
    this.moved.add(id)
    return 'done'
  }
  moveStatus: GameProvider['moveStatus'] = async (id) =>
    this.fault === 'cut'
      ? { status: 'unknown', credits: null }
      : { status: this.moved.has(id) ? 'done' : 'not-found', credits: null }
  setPassword: GameProvider['setPassword'] = async () => 'done'
  launch: GameProvider['launch'] = async () => null
  /** The player wins, or with a negative change loses. */
  play(change: number): void {
    for (const [username, credits] of this.balances) this.balances.set(username, credits + change)
  }
}
