import { CallFailure } from '@cashbox/client/call-failure'
import { type Theme, themes } from '@cashbox/client/theme'
import { languageNames, languageOf, languages } from '@cashbox/contract'
import { logOutOperator } from '@cashbox/contract/operator'
import { Badge } from '@cashbox/ui'
import { MenuButton } from '@cashbox/ui/dense/menu-button'
import { Keyboard, LogOut, Monitor, Moon, Sun, UserRound } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { useLanguage } from '../platform/language/language.ts'
import { call, chooseOwnLanguage, dropSession, useOperator } from '../platform/session/session.ts'
import { chooseTheme, useTheme } from '../platform/theme.ts'
import { useWork } from '../platform/toasts.ts'

/** Who is logged out already needs no message. */
const exceptSignedOut = (error: unknown) => {
  if (!(error instanceof CallFailure) || error.status !== 401) throw error
}

const icons: Record<Theme, typeof Sun> = { system: Monitor, light: Sun, dark: Moon }

export function AccountMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const t = useTranslations()
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
      label={t('account.menu')}
      face={
        <>
          <UserRound size={18} aria-hidden className="shrink-0" />
          <span className="truncate max-sm:hidden">{name}</span>
          <Badge tone="neutral">{t(`roles.${role}`)}</Badge>
        </>
      }
      choices={[
        {
          label: t('language.label'),
          value: language,
          options: languages.map((value) => ({ value, label: languageNames[value] })),
          onValueChange: (value) => run(() => chooseOwnLanguage(languageOf(value))),
        },
        {
          label: t('theme.label'),
          value: theme,
          options: themes.map((value) => {
            const Icon = icons[value]
            return { value, label: t(`theme.${value}`), icon: <Icon aria-hidden /> }
          }),
          onValueChange: (value) => chooseTheme(themes.find((known) => known === value) ?? 'system'),
        },
      ]}
      actions={[
        { label: t('pages.account'), icon: <UserRound aria-hidden />, onSelect: () => navigate('/account') },
        { label: t('shortcuts.title'), icon: <Keyboard aria-hidden />, onSelect: onShortcuts },
        {
          label: t('account.log_out'),
          icon: <LogOut aria-hidden />,
          onSelect: () => run(() => logOut().catch(exceptSignedOut)),
        },
      ]}
    />
  )
}
