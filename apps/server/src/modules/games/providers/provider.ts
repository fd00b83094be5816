import type { PartyCheck } from '../../../platform/parties/index.ts'
import type { TransferStatus } from '../games.rules.ts'

/** A player at a provider, as we know him. */
interface Player {
  username: string
  password: string
  /** Our own name of the game account: the provider tells it back, so that a name that is taken is known as ours or not. */
  reference: string
}

/** What came of a call: `unknown` is neither yes nor no, and is never taken for either. */
export type CreateOutcome = 'created' | 'exists' | 'refused' | 'unknown'
export type MoveOutcome = 'done' | 'refused' | 'insufficient' | 'unknown'

/** A player's account as the provider tells it; `balance` is in credits and is checked by the rules. */
export type PlayerReading = { found: true; balance: unknown; reference: string | null } | { found: false } | null

/** One move of credits between wallet and game, under an id that the provider takes once. */
export interface Move {
  id: string
  username: string
  direction: 'in' | 'out'
  /** Hundredths of a credit. */
  credits: number
}

/** What a provider says of a move: how many credits it was and which way they went, where it tells that. */
export interface MoveStatus {
  status: TransferStatus
  credits: number | null
  direction?: Move['direction']
}

/**
 * The outside interface of one game provider. No method throws for what a provider may do: it answers `unknown`. What
 * every adapter promises is checked by `describeProvider` of provider-contract.fixture.ts.
 */
export interface GameProvider {
  /** Two agreeing "not found" later than this after a call free its hold; 20 seconds when it is not given (ruling 1.3). */
  readonly notFoundAfterMs?: number
  create(player: Player): Promise<CreateOutcome>
  /** Null when no answer came or it made no sense. */
  read(username: string): Promise<PlayerReading>
  move(move: Move): Promise<MoveOutcome>
  /** What became of a move, by its id and its player: some are asked by both. */
  moveStatus(id: string, username: string): Promise<MoveStatus>
  /** False: its players have no passwords, and enter by a link of ours alone. */
  readonly hasPasswords?: false
  setPassword(username: string, password: string): Promise<'done' | 'refused' | 'unknown'>
  /**
   * The link that opens the game for a player; null when the provider gave none. `password` is null where none is wanted;
   * `newSession` makes what the provider can ask us back about.
   */
  launch(username: string, password: string | null, newSession?: () => string): Promise<string | null>
  /** Of a provider that asks us back who plays: see `SessionDoor`. */
  readonly sessionDoor?: SessionDoor
  /** Whether it is there and lets us in, where a question about nobody does not tell; moves nothing. */
  check?(): Promise<PartyCheck>
}

/** How a provider asks us who plays in a session of ours that its launch link named. */
interface SessionDoor {
  /** The session that its form asks about; null unless the form proves that it comes from this provider. */
  sessionIn(form: URLSearchParams): string | null
  /** What its players' money is called. */
  currency: string
}

/** Finds the provider of a game by its code. */
export type GameProviders = (code: string) => GameProvider | Promise<GameProvider>

/** A name that no provider has given to a player. */
export const NOBODY = 'krapaocheck00'
