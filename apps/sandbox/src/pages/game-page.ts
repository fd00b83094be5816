import { formatAmount } from '@krapao/money'
import type { Player } from '../games/games.ts'
import { reelPictures, stakes } from '../games/spin.ts'
import type { Html } from './html.ts'
import { html } from './html.ts'
import { layout } from './layout.ts'

/** What a turn showed, and what to say about it. */
export interface Turn {
  readonly reels: readonly number[]
  readonly words: string
}

/** The provider's own site for a player who came by a launch link or logged in. */
export function gamePage(player: Player, session: string, turn: Turn | null): Html {
  return layout(
    player.provider,
    html`<section class="card game" aria-label="Game">
      <p class="meta">Player <strong id="player-name">${player.username}</strong></p>
      <p class="credits"><span id="credits">${formatAmount(player.balanceHundredths)}</span> credits</p>
      <div class="reels" id="reels" data-pictures="${reelPictures}" aria-hidden="true">
        ${(turn?.reels ?? [0, 1, 2]).map((picture) => html`<span class="reel" data-picture="${picture}"></span>`)}
      </div>
      <p id="words" role="status">${turn?.words ?? 'Two alike pay 1.5 times, three alike 10 times.'}</p>
      <form method="post" action="/games/${player.provider}/spin" id="spin">
        <input type="hidden" name="session" value="${session}" />
        <div class="row">${stakes.map((stake) => html`<button name="stake" value="${stake}">${stake}</button>`)}</div>
        <p class="meta">Credits to put on the next turn</p>
      </form>
    </section>`,
    '/assets/game.js',
  )
}

/** The provider's site for somebody without a session: log in with the game account's name and password. */
export function gameLoginPage(provider: string, players: readonly Player[], problem: string | null): Html {
  return layout(
    provider,
    html`${problem === null ? null : html`<p role="alert" class="problem">${problem}</p>`}
      <form method="post" action="/games/${provider}/login" class="card">
        <label>User name <input name="username" autocomplete="username" required /></label>
        <label>Password <input name="password" type="password" autocomplete="current-password" required /></label>
        <button>Log in</button>
      </form>
      <h2>Players</h2>
      ${players.length === 0 ? html`<p>Nobody plays here yet.</p>` : null}
      <ul class="messages">
        ${players.map(
          (player) => html`<li><p>${player.username}: ${formatAmount(player.balanceHundredths)} credits</p></li>`,
        )}
      </ul>`,
  )
}

/** What to say about a turn. */
export function turnWords(winHundredths: number): string {
  return winHundredths === 0 ? 'Nothing this time.' : `You won ${formatAmount(winHundredths)} credits.`
}
