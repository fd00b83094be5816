import { formatAmount } from '@krapao/money'
import type { Site } from '../games/providers.ts'
import type { Player } from '../games/games.ts'
import { reelPictures, stakes } from '../games/spin.ts'
import { html, type Html } from './html.ts'
import { icons } from './icons.ts'
import { both, field, form, hiddenFields, list, money, more, problemNote } from './kit.ts'
import { document } from './layout.ts'

/** The fruits on the reels, by their number. */
export const fruits = ['mango', 'melon', 'mangosteen', 'dragonfruit', 'starfruit', 'banana'] as const

/** The same words in both languages. */
export interface Said {
  readonly words: string
  readonly thai: string
}

/** What a turn showed, and what to say about it. */
export interface Turn {
  readonly reels: readonly number[]
  readonly said: Said
  readonly outcome: 'win' | 'loss' | 'none'
}

/** The stall of a player: who plays, the last turn, and the stake that was chosen. */
export interface GameView {
  readonly site: Site
  readonly player: Player
  readonly session: string
  readonly turn: Turn | null
  readonly stake: number
}

const greeting: Said = { words: 'Choose a stake and spin.', thai: 'เลือกเดิมพันแล้วกดหมุน' }

/** The provider's own site for a player who came by a launch link or logged in. */
export function gamePage({ site, player, session, turn, stake }: GameView): Html {
  const { provider } = player
  const said = turn?.said ?? greeting
  return sitePage(
    site,
    ['page', 'game'],
    html`<section class="player" aria-label="Player">
        <p><span>${both('Player', 'ผู้เล่น')}</span><strong id="player-name">${player.username}</strong></p>
        <p class="player-credits" id="purse" data-live>
          <span>${both('Credits', 'เครดิต')}</span
          ><strong id="credits">${formatAmount(player.balanceHundredths)}</strong>
        </p>
      </section>
      <section class="stall" aria-labelledby="game-title">
        <div class="awning" aria-hidden="true"></div>
        <h1 id="game-title">Fruit Market <span lang="th">ตลาดผลไม้</span></h1>
        <div
          class="reels"
          id="reels"
          data-pictures="${reelPictures}"
          data-outcome="${turn?.outcome ?? 'none'}"
          aria-hidden="true"
        >
          ${(turn?.reels ?? [0, 4, 2]).map(reel)}
        </div>
        <p class="words" id="words" role="status" data-outcome="${turn?.outcome ?? 'none'}">
          <span>${said.words}</span> <span class="thai" lang="th">${said.thai}</span>
        </p>
        <form method="post" action="/games/${provider}/spin" id="spin" class="play">
          ${hiddenFields({ session })}
          <fieldset class="stakes">
            <legend>${both('Stake', 'เดิมพัน')}</legend>
            ${stakes.map(
              (credit) =>
                html`<label
                  ><input type="radio" name="stake" value="${credit}" ${credit === stake ? html`checked` : null} /><span
                    >${credit}</span
                  ></label
                >`,
            )}
          </fieldset>
          <button class="spin">${both('Spin', 'หมุน')}</button>
        </form>
        <ul class="turns" id="turns" aria-hidden="true"></ul>
      </section>
      <section class="rules" aria-label="Rules">
        <dl>
          <dt>Three alike <span lang="th">เหมือนกันสามช่อง</span></dt>
          <dd>× 10</dd>
          <dt>Two alike <span lang="th">เหมือนกันสองช่อง</span></dt>
          <dd>× 1.5</dd>
        </dl>
      </section>
      ${bookForm(provider, session)}`,
  )
}

/** One reel: a band of all fruits behind a window. */
function reel(picture: number): Html {
  return html`<div class="reel">
    <div class="band" data-picture="${picture}">
      ${fruits.map((fruit) => html`<img src="/assets/fruits/${fruit}.svg" width="96" height="96" alt="" />`)}
    </div>
  </div>`
}

/** For whoever shows the product and cannot wait for luck. */
function bookForm(provider: string, session: string): Html {
  const buttons = html`<button class="tonal" name="change" value="100">Win 100</button>
    <button class="tonal" name="change" value="-100">Lose 100</button>`
  const luck = form({ action: `/games/${provider}/book`, look: 'buttons', hidden: { session } }, buttons)
  return html`<div class="luck">${more('Sandbox: make your own luck', luck)}</div>`
}

/** The provider's site for somebody without a session: log in with the game account's name and password. */
export function gameLoginPage(site: Site, players: readonly Player[], problem: string | null): Html {
  return sitePage(
    site,
    ['page'],
    html`<section class="stall" aria-labelledby="login-title">
        <div class="awning" aria-hidden="true"></div>
        <h1 id="login-title">Welcome <span lang="th">ยินดีต้อนรับ</span></h1>
        <div class="basket" aria-hidden="true">
          ${fruits.map((fruit) => html`<img src="/assets/fruits/${fruit}.svg" width="64" height="64" alt="" />`)}
        </div>
        ${problemNote(problem)}
        <form method="post" action="/games/${site.code}/login">
          ${field(both('User name', 'ชื่อผู้ใช้'), 'username', { completes: 'username' })}
          ${field(both('Password', 'รหัสผ่าน'), 'password', { completes: 'current-password', type: 'password' })}
          <button class="spin">${both('Log in', 'เข้าสู่ระบบ')}</button>
          <p class="quiet centred">Name and password are on the game’s page in the wallet.</p>
        </form>
      </section>
      <section class="rules" aria-labelledby="players-title">
        <h2 id="players-title">Players here</h2>
        ${players.length === 0 ? html`<p class="quiet">Nobody plays here yet.</p>` : null}
        ${list(
          { id: 'players' },
          players.map(({ username, balanceHundredths }) => ({
            key: username,
            lines: [username],
            end: money(balanceHundredths, null),
          })),
        )}
      </section>`,
  )
}

/** A provider's site looks like itself, not like the sandbox: its own name and colour, and the badge that tells. */
function sitePage({ code, name, hue }: Site, scripts: readonly string[], content: Html): Html {
  return document(
    { title: `${name} · ${code}`, className: `site hue-${hue}`, scripts },
    html`<header class="site-top">
        <p class="site-name">${name} <small>${code}</small></p>
        <a class="badge" href="/games">${icons.bucket}<span>Sandbox</span></a>
      </header>
      <main id="main">${content}</main>`,
  )
}

/** What to say about a turn. */
export function turnWords(winHundredths: number): Said {
  return winHundredths === 0
    ? { words: 'Nothing this time.', thai: 'รอบนี้ยังไม่ถูก' }
    : { words: `You won ${formatAmount(winHundredths)} credits!`, thai: 'ยินดีด้วย' }
}
