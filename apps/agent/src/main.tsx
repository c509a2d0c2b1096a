import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { areas } from './app/areas.ts'
import { registerServiceWorker } from './app/service-worker.ts'
import './features/profile/install-offer.ts'
import { restoreLanguage } from './platform/load-language.ts'
import { currentSession, followOtherTabs, restoreSession } from './platform/session.ts'
import { restoreTheme } from './platform/theme.ts'
import { restoreTimezone } from './platform/timezone.ts'
import './styles.css'

restoreTheme()
restoreTimezone()
restoreSession()
followOtherTabs()
void restoreLanguage()
// Fetched beside the settings, and not after them.
void (currentSession().token === null ? areas.guest : areas.agent).load().catch(() => {})
registerServiceWorker()

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
