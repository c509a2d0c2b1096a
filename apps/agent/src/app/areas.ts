import { page } from './deferred.ts'

/** The two sides of the app. */
export const areas = {
  guest: page(() => import('../features/auth/auth-area.tsx'), 'AuthArea'),
  agent: page(() => import('./agent-area.tsx'), 'AgentArea'),
}
