import { page } from './deferred.ts'

/** Screens beyond the dashboard, which is there at once. */
export const agentPages = {
  history: page(() => import('../features/history/history-page.tsx'), 'HistoryPage'),
  statistics: page(() => import('./statistics-page.tsx'), 'StatisticsPage'),
  topups: page(() => import('../features/topups/topups-page.tsx'), 'TopupsPage'),
  profile: page(() => import('../features/profile/profile-page.tsx'), 'ProfilePage'),
}
