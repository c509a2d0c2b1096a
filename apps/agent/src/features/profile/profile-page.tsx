import pageTexts from 'virtual:english/pages'
import profileTexts from 'virtual:english/profile'
import { themes } from '@cashbox/client/theme'
import type { User } from '@cashbox/contract'
import { Choice, Row, RowGroup, Spinner } from '@cashbox/ui'
import { LogOut } from 'lucide-react'
import { type ComponentProps, type ComponentType, type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { Code, CopyCashId, StatusBadge } from '../../platform/agent-parts.tsx'
import { useDictionaries } from '../../platform/dictionaries.ts'
import { addBuiltIn } from '../../platform/language/language.ts'
import { LanguageChoice, useChoiceTexts } from '../../platform/language/language-choice.tsx'
import { openPopup } from '../../platform/popups.tsx'
import { chooseTheme, useInstall, useTheme } from '../../platform/preferences.ts'
import { RefreshButton } from '../../platform/refresh-button.tsx'
import { useScreenTitle, useUsableMark } from '../../platform/screen.tsx'
import { endSession, useUser } from '../../platform/session/user.ts'
import { useSettings } from '../../platform/settings.ts'
import { chooseSound, useIsSoundOn } from '../../platform/sound.ts'
import { chooseTimezone, useTimezone } from '../../platform/time/timezone.ts'
import { notify } from '../../platform/toasts.ts'
import { OwnTermsGroup } from './own-terms-group.tsx'
import { ChangeEmailSheet, ChangePasswordSheet, DevicesSheet } from './security-sheets.tsx'

addBuiltIn(pageTexts)
addBuiltIn(profileTexts)

export function ProfilePage() {
  const t = useTranslations()
  const user = useUser()
  useScreenTitle(t('profile.title'))
  useUsableMark()
  const sheet = (label: string, key: string, Sheet: ComponentType<{ onClose: () => void }>) => (
    <Row label={label} onClick={() => openPopup(key, (close) => <Sheet onClose={close} />)} />
  )
  return (
    <div className="grid gap-6">
      <div className="flex items-center justify-between gap-4">
        <h1 className="text-xl font-semibold">{t('profile.title')}</h1>
        {!user.is_demo && <RefreshButton label={t('common.refresh')} />}
      </div>
      <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
        <div className="grid gap-6">
          <RowGroup title={t('profile.group_account')}>
            <Row label={t('status.label')} value={<StatusBadge user={user} />} />
            <Row
              label={t('profile.cash_id')}
              value={<Code className="text-ink select-all">{user.cash_id}</Code>}
              action={user.is_demo ? undefined : <CopyCashId user={user} />}
            />
            <Row label={t('profile.full_name')} value={<bdi>{user.full_name}</bdi>} />
            <Row label={t('field.email')} value={<Breakable>{user.email}</Breakable>} />
          </RowGroup>
          <OwnTermsGroup user={user} />
          {!user.is_demo && <ContactGroups user={user} />}
        </div>
        <div className="grid gap-6">
          <RowGroup title={t('profile.group_settings')}>
            <SettingRows />
          </RowGroup>
          {!user.is_demo && (
            <RowGroup title={t('profile.group_security')}>
              {sheet(t('profile.change_password'), 'change-password', ChangePasswordSheet)}
              {sheet(t('email_change.change'), 'change-email', ChangeEmailSheet)}
              {sheet(t('profile.devices'), 'devices', DevicesSheet)}
            </RowGroup>
          )}
          <RowGroup>
            <LogOutRow />
          </RowGroup>
        </div>
      </div>
    </div>
  )
}

const Breakable = ({ children }: { children: ReactNode }) => (
  <bdi dir="ltr" className="break-all">
    {children}
  </bdi>
)

function ContactGroups({ user }: { user: User }) {
  const t = useTranslations()
  const { messengers, countries } = useDictionaries()
  const messenger = messengers.find(({ code }) => code === user.messenger)
  const country = countries.find(({ code }) => code === user.country_code)
  return (
    <>
      <RowGroup title={t('profile.group_contact')}>
        <Row label={t('field.phone')} value={user.phone && <bdi dir="ltr">{user.phone}</bdi>} />
        <Row
          label={t('field.messenger')}
          value={
            <span className="flex items-center justify-end gap-2">
              {messenger ? (
                // On white: some logos are invisible on dark.
                <img src={messenger.image} alt={messenger.name} className="size-6 shrink-0 rounded-md bg-white p-0.5" />
              ) : (
                user.messenger
              )}
              <Breakable>{user.messenger_id}</Breakable>
            </span>
          }
        />
      </RowGroup>
      <RowGroup title={t('profile.group_point')}>
        <Row label={t('field.country_code')} value={country?.name ?? user.country_code} />
        <Row label={t('field.city')} value={user.city && <bdi>{user.city}</bdi>} />
        <Row label={t('field.street')} value={user.street && <bdi>{user.street}</bdi>} />
      </RowGroup>
    </>
  )
}

function LogOutRow() {
  const t = useTranslations('profile')
  const [isLeaving, setLeaving] = useState(false)
  const leave = () => {
    setLeaving(true)
    void endSession()
  }
  return (
    <Row
      tone="danger"
      icon={<LogOut aria-hidden className="rtl:-scale-x-100" />}
      label={t('logout')}
      isDisabled={isLeaving}
      onClick={leave}
      action={isLeaving ? <Spinner className="ms-auto" /> : <></>}
    />
  )
}

function SettingRows() {
  const t = useTranslations()
  const { telegram_link } = useSettings()
  const install = useInstall()
  const [, navigate] = useLocation()
  return (
    <>
      <LanguageChoice variant="row" isConfirmed />
      <TimezoneChoice />
      <SettingChoice
        label={t('profile.theme')}
        value={useTheme()}
        options={themes.map((theme) => ({ value: theme, label: t(`profile.theme_${theme}`) }))}
        onChoose={(value) => chooseTheme(themes.find((theme) => theme === value) ?? 'system')}
      />
      <SettingChoice
        label={t('profile.sound')}
        value={useIsSoundOn() ? 'on' : 'off'}
        options={(['on', 'off'] as const).map((value) => ({ value, label: t(`profile.sound_${value}`) }))}
        onChoose={(value) => chooseSound(value === 'on')}
      />
      <Row label={t('notices.settings')} onClick={() => navigate('/notices/settings')} />
      {install && <Row label={t('common.install')} onClick={install} />}
      {telegram_link && <Row label={t('profile.support')} href={telegram_link} isExternal />}
      <Row label={t('terms.title')} href="/terms" isExternal />
    </>
  )
}

type SettingChoiceProps = Pick<ComponentProps<typeof Choice>, 'label' | 'value' | 'options' | 'minSearchLength'> & {
  readonly onChoose: (value: string) => void
}

/** Can be searched where `minSearchLength` is given. */
function SettingChoice({ onChoose, minSearchLength, ...choice }: SettingChoiceProps) {
  const t = useTranslations('common')
  return (
    <Choice
      {...useChoiceTexts()}
      {...choice}
      variant="row"
      isSearchable={minSearchLength !== undefined}
      minSearchLength={minSearchLength}
      minimumText={t('search_minimum', { count: minSearchLength ?? 1 })}
      onValueChange={(value) => {
        onChoose(value)
        notify('success', t('updated'))
      }}
    />
  )
}

function TimezoneChoice() {
  const t = useTranslations('profile')
  const timezone = useTimezone()
  const { timezones } = useDictionaries()
  const options = timezones.map(({ zone, name }) => ({ value: zone, label: name, keywords: zone.replaceAll('_', ' ') }))
  // Browsers have zone names that are not on the list.
  const isListed = options.some(({ value }) => value === timezone)
  return (
    <SettingChoice
      label={t('timezone')}
      value={timezone}
      options={isListed ? options : [{ value: timezone, label: timezone }, ...options]}
      // One letter would find most time zones.
      minSearchLength={2}
      onChoose={chooseTimezone}
    />
  )
}
