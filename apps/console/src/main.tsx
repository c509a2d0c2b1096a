import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { showLoadFailure } from './platform/load-failure.ts'
import { restoreLanguage, wishedLanguage } from './platform/load-language.ts'
import { followSession } from './platform/session.ts'
import { restoreTheme } from './platform/theme.ts'
import './styles.css'

restoreTheme()
followSession()

const root = document.getElementById('root')
if (root) {
  restoreLanguage().then(
    () => createRoot(root).render(<App />),
    () => showLoadFailure(root, wishedLanguage()),
  )
}
