import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { preferredLanguage, restoreLanguage } from './platform/language/load-language.ts'
import { showLoadFailure } from './platform/page/page.tsx'
import { followSession } from './platform/session/session.ts'
import { restoreTheme } from './platform/theme.ts'
import './styles.css'

restoreTheme()
followSession()

const root = document.getElementById('root')
if (root) {
  restoreLanguage().then(
    () => createRoot(root).render(<App />),
    () => showLoadFailure(root, preferredLanguage()),
  )
}
