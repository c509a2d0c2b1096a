/** The colours of every page, letter and drawing. `packages/ui/src/styles.css` has the same, which a test checks. */
const light = {
  paper: '#faf8f4',
  card: '#ffffff',
  sunken: '#f1eee8',
  line: '#e3ded4',
  edge: '#8b857a',
  ink: '#14202b',
  'ink-soft': '#545e68',
  brand: '#0b6b63',
  'brand-ink': '#ffffff',
  'brand-text': '#0b6b63',
  deposit: '#1f5fbf',
  'deposit-soft': '#e5eefa',
  withdraw: '#a84a14',
  'withdraw-soft': '#fae9df',
  approved: '#17693a',
  'approved-soft': '#e1f2e6',
  danger: '#b3261e',
  'danger-ink': '#ffffff',
  'danger-soft': '#fbe7e4',
  'warning-ink': '#6b4704',
  'warning-soft': '#faeed2',
} as const

const dark: Record<keyof typeof light, string> = {
  paper: '#0c121a',
  card: '#131c26',
  sunken: '#1a2530',
  line: '#263341',
  edge: '#6b7a8c',
  ink: '#eef2f5',
  'ink-soft': '#a2afbc',
  brand: '#0c766d',
  'brand-ink': '#ffffff',
  'brand-text': '#12b2a5',
  deposit: '#6aa5f5',
  'deposit-soft': '#182c47',
  withdraw: '#ee915c',
  'withdraw-soft': '#3a2417',
  approved: '#6fd196',
  'approved-soft': '#14301f',
  danger: '#fb8578',
  'danger-ink': '#0c121a',
  'danger-soft': '#3d1c1a',
  'warning-ink': '#f1cd7e',
  'warning-soft': '#33290f',
}

export const palette = { light, dark } as const

const variables = (colors: Readonly<Record<string, string>>) =>
  Object.entries(colors)
    .map(([name, color]) => `--${name}:${color};`)
    .join('')

/** The variables for a page without the design system, by day and by night. */
export const paletteCss = `:root{color-scheme:light dark;${variables(light)}}
@media (prefers-color-scheme:dark){:root{${variables(dark)}}}
`
