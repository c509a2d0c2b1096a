import { palette } from './palette.ts'

/** What the page of a web app, its build and the server that hands it out have agreed on. */

/** The ground of every screen. A phone shows it around the page, and while an installed app starts. */
export const paper = { light: palette.light.paper, dark: palette.dark.paper } as const

/** The text on it. */
export const ink = { light: palette.light.ink, dark: palette.dark.ink } as const

/** The brand colour of a network that has chosen none. */
export const defaultBrandColor = palette.light.brand

/** What a path begins with that is no screen of the agents' app: the server answers it itself. */
export const reservedPaths = [
  'api',
  'assets',
  'callbacks',
  'console',
  'docs',
  'healthz',
  'images',
  'metrics',
  'operator',
  'partner',
  'partner-secret',
  'r',
  'readyz',
  'sandbox',
] as const

/** The sides of the agents' app: before the log-in, and behind it. */
export type AppArea = 'guest' | 'agent'

/** The names of the `<meta>` tags that the server writes or reads in the page of the agents' app. */
export const pageTags = {
  apiBase: 'cashbox-api-base',
  settings: 'cashbox-settings',
  /** The files that a side of the app begins with. */
  filesOf: (area: AppArea) => `cashbox-${area}-files`,
}

/** Placeholder in the service worker for a hash of the page, which only the server knows. */
export const SHELL_REVISION = '__SHELL_REVISION__'
