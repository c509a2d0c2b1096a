import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { followSession } from './platform/session.ts'
import { restoreTheme } from './platform/theme.ts'
import './styles.css'

restoreTheme()
followSession()

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
