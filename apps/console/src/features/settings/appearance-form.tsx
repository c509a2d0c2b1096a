import type { Settings } from '@cashbox/contract'
import { ink } from '@cashbox/contract/app-page'
import { changeConsoleSettings } from '@cashbox/contract/operator'
import { Callout } from '@cashbox/ui'
import { type BrandTokens, surfaces } from '@cashbox/ui/brand'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { textField } from '../../platform/forms/fields.tsx'
import { ActForm, type ActProps } from '../../platform/forms/form.tsx'
import { call } from '../../platform/session/session.ts'
import { Facts } from '../../platform/values/values.tsx'
import {
  ColorField,
  cacheSettings,
  isColor,
  judgeBrand,
  TimezoneField,
  type Versioned,
  versionToChange,
} from './setting-fields.tsx'

interface SampleProps {
  readonly title: string
  readonly card: string
  readonly color: string
  readonly tokens: Pick<BrandTokens, 'brand' | 'brandInk'> & { readonly brandText: string | null }
}

export function AppearanceForm({ versioned, ...act }: ActProps & { versioned: Versioned }) {
  const t = useTranslations('settings')
  // As it was when the form was opened: the change applies to that version.
  const [seen] = useState(versioned)
  const { partner_name, brand_color, telegram_link, currentTimezone } = seen.settings
  return (
    <ActForm
      {...act}
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
  const t = useTranslations('settings.color')
  if (!isColor(color)) return null
  const { light, dark, whiteText, againstPage, lightened } = judgeBrand(color)
  return (
    <section aria-label={t('preview')} className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-3">
        <Sample title={t('light')} card={surfaces.light.card} color={ink.light} tokens={light} />
        <Sample title={t('dark')} card={surfaces.dark.card} color={ink.dark} tokens={dark} />
        <Sample
          title={t('letter')}
          card="#ffffff"
          color={ink.light}
          tokens={{ brand: color, brandInk: '#ffffff', brandText: null }}
        />
      </div>
      {whiteText && <Warning text={t('white_unreadable', { ratio: whiteText })} />}
      {againstPage && <Warning text={t('pale', { ratio: againstPage })} />}
      {lightened && <p className="text-sm text-ink-soft">{t('lightened', { color: lightened })}</p>}
    </section>
  )
}

/** A picture, not a control. */
function Sample({ title, card, color, tokens: { brand, brandInk, brandText } }: SampleProps) {
  const t = useTranslations('settings.color')
  return (
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
        {t('button')}
      </button>
      {brandText && (
        <span aria-hidden className="font-semibold underline" style={{ color: brandText }}>
          {t('link')}
        </span>
      )}
    </div>
  )
}

const Warning = ({ text }: { text: string }) => (
  <Callout tone="warning" icon={<TriangleAlert aria-hidden />} title={text} />
)

/** For operators who may not change the settings. */
export function AppearanceFacts({ settings }: { settings: Settings }) {
  const t = useTranslations('settings')
  return (
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
}
