import { compareLoad, type Found } from './load-compare.ts'
import { gatherPlayers, lookOn, playOn } from './load-player.ts'
import type { LoadRun } from './load-run.ts'
import { gatherStaff, noteOn } from './load-staff.ts'

export interface Load extends Pick<LoadRun, 'marks' | 'faults' | 'counts'> {
  stop(): Promise<void>
  compare(): Promise<Found>
}

/** Players who pay in, move money to a game and back, withdraw and look at it, and staff who note things, until they are told to stop. */
export async function startLoad(
  world: LoadRun['world'],
  count: number,
  readNotes: (memberId: string) => Promise<string[]>,
): Promise<Load> {
  const run: LoadRun = {
    world,
    marks: { writes: [], reads: [] },
    faults: [],
    counts: { acknowledged: 0, calls: 0, repeated: {}, tookMs: {} },
    notes: new Map(),
    isOver: false,
  }
  const { marks, faults, counts } = run
  const stories = await gatherPlayers(run, count)
  const [first, ...others] = stories
  if (first === undefined) throw new Error('nobody plays')
  const staff = await gatherStaff(run)
  const running = [
    ...stories.map((told) => playOn(run, told)),
    ...world.serverUrls.flatMap((url, place) => [
      lookOn(run, url, first.player),
      lookOn(run, url, others[place]?.player ?? first.player),
    ]),
    ...staff.map((token, place) => noteOn(run, token, stories[place]?.player ?? first.player)),
  ].map((work) => work.catch((error: unknown) => void faults.push(String(error))))
  return {
    marks,
    faults,
    counts,
    async stop() {
      run.isOver = true
      await Promise.all(running)
    },
    compare: () => compareLoad(run, stories, readNotes),
  }
}
