import { type Theme, themes } from '@cashbox/client/theme'
import { Choice, Row } from '@cashbox/ui'
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

/** One letter would find most time zones. */
const MIN_SEARCH_LENGTH = 2

function TimezoneChoice() {
  const t = useTranslations()
  const texts = useChoiceTexts()
  const timezone = useTimezone()
  const { timezones } = useDictionaries()
  const options = timezones.map(({ zone, name }) => ({ value: zone, label: name, keywords: zone.replaceAll('_', ' ') }))
  // Browsers have zone names that are not on the list.
  const isListed = options.some(({ value }) => value === timezone)
  return (
    <Choice
      {...texts}
      minSearchLength={MIN_SEARCH_LENGTH}
      minimumText={t('common.search_minimum', { count: MIN_SEARCH_LENGTH })}
      variant="row"
      label={t('profile.timezone')}
      value={timezone}
      options={isListed ? options : [{ value: timezone, label: timezone }, ...options]}
      onValueChange={(zone) => {
        chooseTimezone(zone)
        notify('success', t('common.updated'))
      }}
    />
  )
}

function ThemeChoice() {
  const t = useTranslations()
  const texts = useChoiceTexts()
  const names: Record<Theme, string> = {
    system: t('profile.theme_system'),
    light: t('profile.theme_light'),
    dark: t('profile.theme_dark'),
  }
  return (
    <Choice
      {...texts}
      variant="row"
      isSearchable={false}
      label={t('profile.theme')}
      value={useTheme()}
      options={themes.map((theme) => ({ value: theme, label: names[theme] }))}
      onValueChange={(value) => {
        chooseTheme(themes.find((theme) => theme === value) ?? 'system')
        notify('success', t('common.updated'))
      }}
    />
  )
}

function SoundChoice() {
  const t = useTranslations()
  const texts = useChoiceTexts()
  const names = { on: t('profile.sound_on'), off: t('profile.sound_off') }
  return (
    <Choice
      {...texts}
      variant="row"
      isSearchable={false}
      label={t('profile.sound')}
      value={useIsSoundOn() ? 'on' : 'off'}
      options={Object.entries(names).map(([value, label]) => ({ value, label }))}
      onValueChange={(value) => {
        chooseSound(value === 'on')
        notify('success', t('common.updated'))
      }}
    />
  )
}
