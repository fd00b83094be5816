// Turns the reels without loading the page anew. Without this file the form works as a form does.
const form = document.querySelector('#spin')
const button = form.querySelector('button')
const reels = document.querySelector('#reels')
const bands = Array.from(reels.querySelectorAll('.band'))
const words = document.querySelector('#words')
const turns = document.querySelector('#turns')
const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
const shownTurns = 6

/** Every band runs through its fruits until it is told where to stop; one after the other they come to rest. */
function roll() {
  if (isCalm) return []
  return bands.map((band) => {
    const step = 100 / band.children.length
    return band.animate([{ transform: 'translateY(0)' }, { transform: `translateY(${-100 + step}%)` }], {
      duration: 420,
      iterations: Infinity,
    })
  })
}

async function stop(rolling, pictures) {
  for (const [index, band] of bands.entries()) {
    if (!isCalm) await new Promise((done) => setTimeout(done, index === 0 ? 500 : 260))
    rolling[index]?.cancel()
    if (!pictures) continue
    band.setAttribute('data-picture', String(pictures[index]))
    if (isCalm) continue
    const at = (-100 / band.children.length) * pictures[index]
    band.animate(
      [
        { transform: `translateY(${at - 9}%)` },
        { transform: `translateY(${at + 1.5}%)` },
        { transform: `translateY(${at}%)` },
      ],
      { duration: 260, easing: 'ease-out' },
    )
  }
}

function note(change) {
  const isWin = !change.startsWith('-')
  const item = document.createElement('li')
  item.textContent = isWin ? `+${change}` : change.replace('-', '−')
  item.className = isWin ? 'win' : 'loss'
  turns.prepend(item)
  while (turns.children.length > shownTurns) turns.lastElementChild.remove()
}

function tell(text, thai, outcome) {
  const [english, inThai] = words.children
  english.textContent = text
  inThai.textContent = thai
  words.setAttribute('data-outcome', outcome)
  reels.setAttribute('data-outcome', outcome)
}

async function ask() {
  const response = await fetch(form.action, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ session: form.elements.session.value, stake: form.elements.stake.value }),
  })
  return response.json()
}

async function turn() {
  button.disabled = true
  document.documentElement.setAttribute('data-busy', '')
  tell('…', '', 'none')
  const rolling = roll()
  try {
    const answer = await ask()
    await stop(rolling, answer.reels)
    const shown = document.querySelector('#credits')
    if (answer.credits) shown.textContent = answer.credits
    if (answer.reels) note(answer.change)
    tell(answer.words ?? 'That did not work.', answer.thai ?? '', answer.outcome ?? 'none')
  } catch {
    for (const animation of rolling) animation.cancel()
    tell('The game did not answer. Your credits are looked up again in a moment.', '', 'none')
  } finally {
    document.documentElement.removeAttribute('data-busy')
    button.disabled = false
    button.focus({ preventScroll: true })
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  if (!button.disabled) void turn()
})
