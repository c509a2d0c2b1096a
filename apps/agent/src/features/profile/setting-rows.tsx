import { themes } from '@cashbox/client/theme'
import { Choice, Row } from '@cashbox/ui'
import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { useDictionaries } from '../../platform/dictionaries.ts'
import { LanguageChoice, useChoiceTexts } from '../../platform/language/language-choice.tsx'
import { chooseTheme, useInstall, useTheme } from '../../platform/preferences.ts'
import { useSettings } from '../../platform/settings.ts'
import { chooseSound, useIsSoundOn } from '../../platform/sound.ts'
import { chooseTimezone, useTimezone } from '../../platform/time/timezone.ts'
import { notify } from '../../platform/toasts.ts'

export function SettingRows() {
  const t = useTranslations()
  const { telegram_link } = useSettings()
  const install = useInstall()
  const [, navigate] = useLocation()
  return (
    <>
      <LanguageChoice variant="row" isConfirmed />
      <TimezoneChoice />
      <ThemeChoice />
      <SoundChoice />
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

function ThemeChoice() {
  const t = useTranslations('profile')
  return (
    <SettingChoice
      label={t('theme')}
      value={useTheme()}
      options={themes.map((theme) => ({ value: theme, label: t(`theme_${theme}`) }))}
      onChoose={(value) => chooseTheme(themes.find((theme) => theme === value) ?? 'system')}
    />
  )
}

function SoundChoice() {
  const t = useTranslations('profile')
  return (
    <SettingChoice
      label={t('sound')}
      value={useIsSoundOn() ? 'on' : 'off'}
      options={(['on', 'off'] as const).map((value) => ({ value, label: t(`sound_${value}`) }))}
      onChoose={(value) => chooseSound(value === 'on')}
    />
  )
}
