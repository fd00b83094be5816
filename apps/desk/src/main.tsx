import { createRoot } from 'react-dom/client'
import '@krapao/web/look.css'
import './ui/base.css'
import { App } from './app/app.tsx'
import { openLine } from './lib/live.ts'
import { readLanguage, showLanguage } from './lib/texts/texts.ts'
import { themes } from './lib/theme.ts'

themes.start()
showLanguage(readLanguage())
const root = document.querySelector('#root')
if (root === null) throw new Error('the page has no #root')
createRoot(root).render(<App openLine={openLine} />)
