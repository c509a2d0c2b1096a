import { page } from './deferred.ts'

/** The two sides of the app, and what belongs to both. */
export const areas = {
  guest: page(() => import('../features/auth/auth-area.tsx'), 'AuthArea'),
  emailChange: page(() => import('../features/email-change/email-change-page.tsx'), 'EmailChangePage'),
  terms: page(() => import('../features/terms/terms-page.tsx'), 'TermsPage'),
  agent: page(() => import('./agent-area.tsx'), 'AgentArea'),
}
