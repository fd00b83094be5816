import { createRoot } from 'react-dom/client'
import '@krapao/web/look.css'
import './ui/base.css'
import { App } from './app/app.tsx'
import { followTheServer } from './app/navigation.ts'
import { openAddress } from './app/pages.tsx'
import { whenOnline } from './lib/online.ts'
import { offerUpdate } from './lib/app-update.ts'
import { keepLanguage, readLanguage, readStoredLanguage } from './lib/texts/language.ts'
import { startTexts } from './lib/texts/texts.ts'
import { themes } from './lib/theme.ts'

// What keeps the app for the time without a network waits for everything that is seen.
addEventListener('load', () => setTimeout(() => whenOnline(() => void keepForLater()), 1_000))
themes.start()
followTheServer()
void start()

async function keepForLater(): Promise<void> {
  const { keepOffline } = await import('./app/keep-offline.ts')
  await keepOffline(offerUpdate)
}

async function start(): Promise<void> {
  const opening = openAddress(location.pathname)
  const language = readLanguage()
  // The cookie by which the server picks the page may have been cleared alone.
  if (readStoredLanguage() !== undefined) keepLanguage(language)
  await startTexts(language, ['shell', ...opening.texts])
  await opening.ready()
  const root = document.querySelector('#root')
  if (root === null) throw new Error('the page has no #root')
  createRoot(root).render(<App />)
}
