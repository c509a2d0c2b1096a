import { setAgentTerms } from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { useForm } from '../../platform/form.ts'
import { TextAreaField } from '../../platform/form-fields.tsx'
import { fullName } from '../../platform/full-name.ts'
import { notify } from '../../platform/notices.ts'
import { Submit } from '../../platform/submit.tsx'
import type { ActProps } from './act-props.ts'
import { keepAgent } from './agents.ts'
import { MoneyFields, PlaceFields } from './term-fields.tsx'
import { moneyOf, moneyValues, placeOf, placeValues } from './terms.ts'

/** The terms of an agent, with the reason for the change. */
export function TermsForm({ agent, onDone, onCancel, onReload }: ActProps) {
  const t = useTranslations('agents.acts')
  const name = fullName(agent)
  const form = useForm({
    initial: { ...placeValues(agent), ...moneyValues(agent), reason: '' },
    send: async (values) => {
      const { geo_lat, geo_lon, ...place } = placeOf(values)
      // An agent without a point may stay without one.
      const point = geo_lat === '' && geo_lon === '' && agent.geo_lat === null ? {} : { geo_lat, geo_lon }
      const { reason } = values
      const change = { ...place, ...point, ...moneyOf(values), reason }
      const changed = await call(setAgentTerms, { agent_id: agent.id, version: agent.version, ...change })
      keepAgent(changed.agent)
      notify('success', t('terms.done', { name }))
      onDone()
    },
  })
  return (
    <form {...form.element} className="grid gap-4">
      <p>{t('terms.text', { name })}</p>
      <PlaceFields form={form} channel={agent.channel} />
      <MoneyFields form={form} channel={agent.channel} />
      <TextAreaField form={form} name="reason" label={t('reason')} help={t('reason_help')} maxLength={500} />
      <Submit
        form={form}
        label={t('terms.submit')}
        isDisabled={!form.isChanged}
        onCancel={onCancel}
        onReload={onReload}
      />
    </form>
  )
}
