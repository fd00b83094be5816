/**
 * Runs at once, or when the network is back. What is fetched ahead waits so: a browser does not ask again for code that it
 * could not fetch, and whatever needs that code later would fail until the page is loaded anew.
 */
export function whenOnline(run: () => void): void {
  if (navigator.onLine) run()
  else addEventListener('online', run, { once: true })
}
