// What the pages do by themselves: they look for news, copy texts, and send a form once. Without this file they work
// as pages do.
const lookAgainMs = 2000
const root = document.documentElement
const announcer = document.querySelector('#news')
/** Pieces as the server last sent them; what happened to them in the browser does not count as a change. */
const sent = new WeakMap()

root.classList.add('js')
for (const region of regions(document)) remember(region)

function regions(place) {
  return Array.from(place.querySelectorAll('[data-live][id]'))
}

function remember(region) {
  sent.set(region, region.outerHTML)
  for (const child of keyed(region)) sent.set(child, child.outerHTML)
}

function keyed(region) {
  return Array.from(region.children).filter((child) => child.hasAttribute('data-key'))
}

/** Puts the server's new version of a region in the place of the old one; keeps every piece that is the same. */
function renew(old, fresh) {
  if (sent.get(old) === fresh.outerHTML) return
  const pieces = keyed(fresh)
  if (pieces.length === 0 || keyed(old).length === 0) {
    if (old.contains(document.activeElement)) return
    remember(fresh)
    old.replaceWith(fresh)
    return
  }
  const whole = fresh.outerHTML
  const known = new Map(keyed(old).map((piece) => [piece.dataset.key, piece]))
  let isWhole = true
  const next = pieces.map((piece) => {
    const before = known.get(piece.dataset.key)
    const markup = piece.outerHTML
    if (before && sent.get(before) === markup) return before
    // Somebody is in the middle of something there: it can wait.
    if (before?.contains(document.activeElement)) {
      isWhole = false
      return before
    }
    sent.set(piece, markup)
    if (!before && piece.dataset.key !== 'empty') piece.classList.add('fresh')
    return piece
  })
  for (const piece of Array.from(old.children)) if (!next.includes(piece)) piece.remove()
  for (const [index, piece] of next.entries()) {
    const there = old.children[index] ?? null
    if (there !== piece) old.insertBefore(piece, there)
  }
  if (isWhole) sent.set(old, whole)
  const hasNews = next.some((piece) => piece.classList.contains('fresh') && !known.has(piece.dataset.key))
  if (hasNews && old.dataset.news) say(old.dataset.news)
}

function say(words) {
  announcer.textContent = ''
  requestAnimationFrame(() => (announcer.textContent = words))
}

async function look() {
  if (document.hidden || root.hasAttribute('data-busy')) return
  try {
    const response = await fetch(location.href, { headers: { accept: 'text/html' } })
    if (!response.ok || root.hasAttribute('data-busy')) return
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    for (const fresh of regions(page)) {
      const old = document.getElementById(fresh.id)
      if (old) renew(old, document.importNode(fresh, true))
    }
    root.classList.remove('away')
  } catch {
    root.classList.add('away')
  }
}

if (regions(document).length > 0) {
  const lookAndWait = () => look().finally(() => setTimeout(lookAndWait, lookAgainMs))
  setTimeout(lookAndWait, lookAgainMs)
  document.addEventListener('visibilitychange', () => void look())
}

// In a row that scrolls, what is chosen is seen.
document.querySelector('.parties [aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' })

/** Copies where the browser has no clipboard for pages: over plain HTTP from another machine. */
function copyByHand(text) {
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'unseen'
  document.body.append(field)
  field.select()
  const isDone = document.execCommand('copy')
  field.remove()
  return isDone
}

async function copy(button) {
  const text = button.dataset.copy
  let isDone = false
  try {
    await navigator.clipboard.writeText(text)
    isDone = true
  } catch {
    isDone = copyByHand(text)
    button.focus()
  }
  const label = button.querySelector('[data-copied]')
  if (!isDone || label.hasAttribute('data-before')) return
  const before = label.textContent
  label.setAttribute('data-before', '')
  label.textContent = label.dataset.copied
  button.classList.add('is-copied')
  say(label.dataset.copied)
  setTimeout(() => {
    label.textContent = before
    label.removeAttribute('data-before')
    button.classList.remove('is-copied')
  }, 1800)
}

document.addEventListener('click', (event) => {
  const button = event.target.closest?.('[data-copy]')
  if (button) void copy(button)
})

document.addEventListener('submit', (event) => {
  const form = event.target
  if (!form.hasAttribute('data-once')) return
  if (form.hasAttribute('data-sent')) return event.preventDefault()
  form.setAttribute('data-sent', '')
})
// A page that comes back from the browser's memory may send its form again.
addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('[data-sent]')) form.removeAttribute('data-sent')
})
