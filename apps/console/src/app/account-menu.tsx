import { CallFailure } from '@cashbox/client/call-failure'
import { type Theme, themes } from '@cashbox/client/theme'
import { languageNames, languageOf, languages } from '@cashbox/contract'
import { logOutOperator } from '@cashbox/contract/operator'
import { Badge } from '@cashbox/ui'
import { MenuButton } from '@cashbox/ui/dense/menu-button'
import { Keyboard, LogOut, Monitor, Moon, Sun, UserRound } from 'lucide-react'
import { useLocation } from 'wouter'
import { textAt, useLanguage } from '../platform/language/language.ts'
import { call, chooseOwnLanguage, dropSession, useOperator } from '../platform/session/session.ts'
import { chooseTheme, useTheme } from '../platform/theme.ts'
import { useWork } from '../platform/toasts.ts'

/** Who is logged out already needs no message. */
const exceptSignedOut = (error: unknown) => {
  if (!(error instanceof CallFailure) || error.status !== 401) throw error
}

const icons: Record<Theme, typeof Sun> = { system: Monitor, light: Sun, dark: Moon }

export function AccountMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const { name, role } = useOperator()
  const theme = useTheme()
  const { language } = useLanguage()
  const [, navigate] = useLocation()
  const { run } = useWork()
  /** If the call fails, the session still exists on the server, so the console stays logged in. */
  const logOut = async () => {
    await call(logOutOperator, {})
    dropSession()
    // The next operator starts on the first page. Only after the pages are gone, because the first one redirects.
    setTimeout(() => navigate('/', { replace: true }))
  }
  return (
    <MenuButton
      label={textAt('account.menu')}
      face={
        <>
          <UserRound size={18} aria-hidden className="shrink-0" />
          <span className="truncate max-sm:hidden">{name}</span>
          <Badge tone="neutral">{textAt(`roles.${role}`)}</Badge>
        </>
      }
      choices={[
        {
          label: textAt('language.label'),
          value: language,
          options: languages.map((value) => ({ value, label: languageNames[value] })),
          onValueChange: (value) => run(() => chooseOwnLanguage(languageOf(value))),
        },
        {
          label: textAt('theme.label'),
          value: theme,
          options: themes.map((value) => {
            const Icon = icons[value]
            return { value, label: textAt(`theme.${value}`), icon: <Icon aria-hidden /> }
          }),
          onValueChange: (value) => chooseTheme(themes.find((known) => known === value) ?? 'system'),
        },
      ]}
      actions={[
        { label: textAt('pages.account'), icon: <UserRound aria-hidden />, onSelect: () => navigate('/account') },
        { label: textAt('shortcuts.title'), icon: <Keyboard aria-hidden />, onSelect: onShortcuts },
        {
          label: textAt('account.log_out'),
          icon: <LogOut aria-hidden />,
          onSelect: () => run(() => logOut().catch(exceptSignedOut)),
        },
      ]}
    />
  )
}
