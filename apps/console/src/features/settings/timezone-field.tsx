import type { Form } from '@cashbox/client/use-form'
import { Choice, Field } from '@cashbox/ui'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { zoneOptions } from './zones.ts'

export function TimezoneField({ form: { values, errors, change } }: { form: Form<{ currentTimezone: string }> }) {
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
          closeLabel={t('common.close')}
        />
      )}
    </Field>
  )
}
