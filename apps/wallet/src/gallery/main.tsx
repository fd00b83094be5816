import { createRoot } from 'react-dom/client'
import '@krapao/web/look.css'
import '../ui/base.css'
import { readLanguage } from '../lib/texts/language.ts'
import { startTexts } from '../lib/texts/texts.ts'
import { startTheme } from '../lib/theme.ts'
import { Gallery, galleryTexts } from './gallery.tsx'

startTheme()
await startTexts(readLanguage(), galleryTexts)
const root = document.querySelector('#root')
if (root === null) throw new Error('the page has no #root')
createRoot(root).render(<Gallery />)
