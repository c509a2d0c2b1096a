import type { OutputOf, Settings } from '@cashbox/contract'
import { ink } from '@cashbox/contract/app-page'
import { changeConsoleSettings, readConsoleSettings } from '@cashbox/contract/operator'
import { Callout, Choice, Field, type FieldForm, TextInput } from '@cashbox/ui'
import { type BrandTokens, brandTokens, contrast, surfaces } from '@cashbox/ui/brand'
import { TriangleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ActForm, textField } from '../../platform/forms/form.tsx'
import { textsOf } from '../../platform/language/language.ts'
import { cacheAnswer, call, keyOf, refresh, useAnswer } from '../../platform/session/session.ts'
import { Facts } from '../../platform/values/values.tsx'

const t = textsOf('settings')

interface SampleProps {
  readonly title: string
  readonly card: string
  readonly color: string
  readonly tokens: Pick<BrandTokens, 'brand' | 'brandInk'> & { readonly brandText: string | null }
}

export function AppearanceForm({ versioned }: { versioned: Versioned }) {
  // As it was when the form was opened: the change applies to that version.
  const [seen] = useState(versioned)
  const { partner_name, brand_color, telegram_link, currentTimezone } = seen.settings
  return (
    <ActForm
      initial={{ partner_name, brand_color, telegram_link: telegram_link ?? '', currentTimezone, reason: '' }}
      send={async (values) => {
        const link = values.telegram_link.trim()
        const change = {
          ...values,
          telegram_link: link === '' ? null : link,
          version: versionToChange(seen, versioned),
        }
        cacheSettings(await call(changeConsoleSettings, change))
      }}
      done={t('changed')}
      isReady={({ isChanged }) => isChanged}
      reasonHelp={t('reason_help')}
    >
      {(form) => (
        <>
          {textField(form, 'partner_name', t('look.partner_name'), {
            help: t('look.partner_name_help'),
            maxLength: 60,
          })}
          <ColorField form={form} />
          <BrandPreview color={form.values.brand_color} />
          {textField(form, 'telegram_link', t('look.telegram_link'), {
            help: t('look.telegram_link_help'),
            type: 'url',
            maxLength: 300,
            isOptional: true,
          })}
          <TimezoneField form={form} />
        </>
      )}
    </ActForm>
  )
}

function BrandPreview({ color }: { color: string }) {
  if (!isColor(color)) return null
  const { light, dark, whiteText, againstPage, lightened } = judgeBrand(color)
  return (
    <section aria-label={t('color.preview')} className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-3">
        <Sample title={t('color.light')} card={surfaces.light.card} color={ink.light} tokens={light} />
        <Sample title={t('color.dark')} card={surfaces.dark.card} color={ink.dark} tokens={dark} />
        <Sample
          title={t('color.letter')}
          card="#ffffff"
          color={ink.light}
          tokens={{ brand: color, brandInk: '#ffffff', brandText: null }}
        />
      </div>
      {whiteText && <Warning text={t('color.white_unreadable', { ratio: whiteText })} />}
      {againstPage && <Warning text={t('color.pale', { ratio: againstPage })} />}
      {lightened && <p className="text-sm text-ink-soft">{t('color.lightened', { color: lightened })}</p>}
    </section>
  )
}

/** A picture, not a control. */
const Sample = ({ title, card, color, tokens: { brand, brandInk, brandText } }: SampleProps) => (
  <div
    className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-2xl border border-line p-4 sm:flex-col sm:items-start"
    style={{ background: card }}
  >
    <span className="text-sm max-sm:min-w-20" style={{ color }}>
      {title}
    </span>
    <button
      type="button"
      disabled
      aria-hidden
      data-sample
      className="inline-flex min-h-11 items-center rounded-2xl px-5 font-semibold"
      style={{ background: brand, color: brandInk }}
    >
      {t('color.button')}
    </button>
    {brandText && (
      <span aria-hidden className="font-semibold underline" style={{ color: brandText }}>
        {t('color.link')}
      </span>
    )}
  </div>
)

const Warning = ({ text }: { text: string }) => (
  <Callout tone="warning" icon={<TriangleAlert aria-hidden />} title={text} />
)

/** For operators who may not change the settings. */
export const AppearanceFacts = ({ settings }: { settings: Settings }) => (
  <>
    <Facts
      facts={{
        [t('look.partner_name')]: settings.partner_name,
        [t('look.telegram_link')]: settings.telegram_link ?? t('look.no_link'),
        [t('look.timezone')]: settings.currentTimezone,
        [t('color.label')]: settings.brand_color,
      }}
    />
    <BrandPreview color={settings.brand_color} />
  </>
)

const READABLE = 4.5
const VISIBLE = 3

function ColorField({ form: { values, errors, change } }: { form: FieldForm<{ brand_color: string }> }) {
  const color = values.brand_color
  const setColor = (value: string) => change('brand_color', value.trim().toLowerCase())
  return (
    <Field
      label={t('color.label')}
      help={t('color.help')}
      error={errors.brand_color ?? (isColor(color) ? undefined : t('color.invalid'))}
      isRequired
    >
      {(control) => (
        <div className="flex gap-2">
          <input
            type="color"
            aria-label={t('color.pick')}
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

function TimezoneField({ form: { values, errors, change } }: { form: FieldForm<{ currentTimezone: string }> }) {
  const zone = values.currentTimezone
  const [now] = useState(() => new Date())
  const options = useMemo(() => zoneOptions(zone, now), [zone, now])
  return (
    <Field label={t('look.timezone')} help={t('look.timezone_help')} error={errors.currentTimezone} isRequired>
      {(control) => (
        <Choice
          {...control}
          label={t('look.timezone')}
          value={zone}
          options={options}
          onValueChange={(chosen) => change('currentTimezone', chosen)}
          placeholder={t('look.timezone_choose')}
          searchLabel={t('look.timezone_search')}
          searchPlaceholder={t('look.timezone_placeholder')}
          noMatchText={t('look.no_match')}
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
const versionToChange = (seen: Versioned, now: Versioned): number =>
  areSameApartFromSwitches(seen.settings, now.settings) ? now.version : seen.version
