// Turns the reels without loading the page anew. Without this file the form works as a form does.
const form = document.querySelector('#spin')
const reels = Array.from(document.querySelectorAll('.reel'))
const words = document.querySelector('#words')
const credits = document.querySelector('#credits')
const pictures = Number(document.querySelector('#reels')?.getAttribute('data-pictures') ?? 1)
const turnMs = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 600

function show(pictureOfReel) {
  reels.forEach((reel, index) => reel.setAttribute('data-picture', String(pictureOfReel(index))))
}

async function turn(stake) {
  const buttons = Array.from(form.querySelectorAll('button'))
  buttons.forEach((button) => (button.disabled = true))
  const rolling = setInterval(() => show(() => Math.floor(Math.random() * pictures)), 80)
  try {
    const [response] = await Promise.all([
      fetch(form.action, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ session: form.elements.session.value, stake }),
      }),
      new Promise((done) => setTimeout(done, turnMs)),
    ])
    const answer = await response.json()
    clearInterval(rolling)
    if (answer.reels) show((index) => answer.reels[index])
    if (answer.credits) credits.textContent = answer.credits
    words.textContent = answer.words ?? 'That did not work.'
  } catch {
    words.textContent = 'The game did not answer. Load the page again to see your credits.'
  } finally {
    clearInterval(rolling)
    buttons.forEach((button) => (button.disabled = false))
  }
}

form?.addEventListener('submit', (event) => {
  event.preventDefault()
  void turn(event.submitter?.value ?? '1')
})
