import { page } from './deferred.ts'

/** Screens beyond the dashboard, which is there at once. */
export const agentPages = {
  history: page(() => import('../features/history/history-page.tsx'), 'HistoryPage'),
  statement: page(() => import('../features/statement/statement-page.tsx'), 'StatementPage'),
  statementLine: page(() => import('../features/statement/line-page.tsx'), 'LinePage'),
  statistics: page(() => import('./statistics-page.tsx'), 'StatisticsPage'),
  topups: page(() => import('../features/topups/topups-page.tsx'), 'TopupsPage'),
  inbox: page(() => import('../features/inbox/inbox-page.tsx'), 'InboxPage'),
  noticeSettings: page(() => import('../features/inbox/settings-page.tsx'), 'NoticeSettingsPage'),
  profile: page(() => import('../features/profile/profile-page.tsx'), 'ProfilePage'),
}
