import type { OutputOf, Settings } from '@cashbox/contract'
import { readConsoleSettings } from '@cashbox/contract/operator'
import { Choice, Field, type FieldForm, TextInput } from '@cashbox/ui'
import { brandTokens, contrast, surfaces } from '@cashbox/ui/brand'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { cacheAnswer, keyOf, refresh, useAnswer } from '../../platform/session/session.ts'

const READABLE = 4.5
const VISIBLE = 3

export function ColorField({ form: { values, errors, change } }: { form: FieldForm<{ brand_color: string }> }) {
  const t = useTranslations('settings.color')
  const color = values.brand_color
  const setColor = (value: string) => change('brand_color', value.trim().toLowerCase())
  return (
    <Field
      label={t('label')}
      help={t('help')}
      error={errors.brand_color ?? (isColor(color) ? undefined : t('invalid'))}
      isRequired
    >
      {(control) => (
        <div className="flex gap-2">
          <input
            type="color"
            aria-label={t('pick')}
            value={isColor(color) ? color : '#000000'}
            onChange={(event) => setColor(event.target.value)}
            className="h-12 w-14 shrink-0 cursor-pointer rounded-2xl border border-edge bg-card p-1"
          />
          <TextInput
            {...control}
            name="brand_color"
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            maxLength={7}
            value={color}
            onChange={(event) => setColor(event.target.value)}
            className="max-w-40 tabular-nums"
          />
        </div>
      )}
    </Field>
  )
}

export function TimezoneField({ form: { values, errors, change } }: { form: FieldForm<{ currentTimezone: string }> }) {
  const t = useTranslations()
  const zone = values.currentTimezone
  const [now] = useState(() => new Date())
  const options = useMemo(() => zoneOptions(zone, now), [zone, now])
  return (
    <Field
      label={t('settings.look.timezone')}
      help={t('settings.look.timezone_help')}
      error={errors.currentTimezone}
      isRequired
    >
      {(control) => (
        <Choice
          {...control}
          label={t('settings.look.timezone')}
          value={zone}
          options={options}
          onValueChange={(chosen) => change('currentTimezone', chosen)}
          placeholder={t('settings.look.timezone_choose')}
          searchLabel={t('settings.look.timezone_search')}
          searchPlaceholder={t('settings.look.timezone_placeholder')}
          noMatchText={t('settings.look.no_match')}
        />
      )}
    </Field>
  )
}

/** "+05:00" at that moment: many zones differ in summer. */
function offsetOf(timeZone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return name.replace('GMT', '') || '+00:00'
}

/** Includes the current zone, whose older name the browser may not list. */
function zoneOptions(current: string, at: Date) {
  const zones = new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')])
  return [...zones].toSorted().map((zone) => ({
    value: zone,
    label: `${zone.replaceAll('_', ' ')} (${offsetOf(zone, at)})`,
  }))
}

export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** "2.7", rounded down, so that a contrast that is too low never looks sufficient. */
const ratioOf = (one: string, other: string) => (Math.floor(contrast(one, other) * 10) / 10).toFixed(1)

export function judgeBrand(color: string) {
  const { light, dark } = brandTokens(color)
  const page = surfaces.light.card
  return {
    light,
    dark,
    /** The contrast if it is too low, otherwise null. */
    whiteText: contrast(color, '#ffffff') < READABLE ? ratioOf(color, '#ffffff') : null,
    againstPage: contrast(light.brand, page) < VISIBLE ? ratioOf(light.brand, page) : null,
    lightened: dark.brand === light.brand ? null : dark.brand,
  }
}

export type Versioned = OutputOf<typeof readConsoleSettings>

export const useSettings = () => useAnswer(readConsoleSettings, {})

export const cacheSettings = (versioned: Versioned): void => cacheAnswer(keyOf(readConsoleSettings), () => versioned)

export const refreshSettings = () => refresh(readConsoleSettings.path)

const areSameApartFromSwitches = (
  { is_off_maintenance: _one, is_demo_offered: _demo, ...one }: Settings,
  { is_off_maintenance: _other, is_demo_offered: _otherDemo, ...other }: Settings,
) => (Object.keys(one) as (keyof typeof one)[]).every((name) => one[name] === other[name])

/** A change of a switch alone must not make the form out of date. */
export const versionToChange = (seen: Versioned, now: Versioned): number =>
  areSameApartFromSwitches(seen.settings, now.settings) ? now.version : seen.version
