import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { preferredLanguage, restoreLanguage } from './platform/language/load-language.ts'
import { showLoadFailure } from './platform/page/page.tsx'
import { followOtherTabs } from './platform/session/session.ts'
import { restoreTheme } from './platform/theme.ts'
import './styles.css'

// Window calls listeners in the order in which they were added, so this is before the router's: see back-closes.ts.
window.addEventListener('popstate', () => window.dispatchEvent(new Event('beforepopstate')))
restoreTheme()
followOtherTabs()

const root = document.getElementById('root')
if (root) {
  restoreLanguage().then(
    () => createRoot(root).render(<App />),
    () => showLoadFailure(root, preferredLanguage()),
  )
}
