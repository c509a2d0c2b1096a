import { useForm } from '@cashbox/client/use-form'
import { type KnownAgent, setAgentTerms } from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import type { ActProps } from '../../platform/act-dialog.tsx'
import { ActForm, ReasonField } from '../../platform/act-form.tsx'
import { useSayChanged } from '../../platform/approval-requests.ts'
import { call } from '../../platform/call.ts'
import { fullName } from '../../platform/full-name.ts'
import { keepAgent } from './agents.ts'
import { MoneyFields, PlaceFields } from './term-fields.tsx'
import { moneyOf, moneyValues, placeOf, placeValues } from './terms.ts'

/** The terms of an agent, with the reason for the change. */
export function TermsForm({ agent, onDone, onReload }: ActProps & { agent: KnownAgent }) {
  const t = useTranslations('agents.acts')
  const name = fullName(agent)
  const sayChanged = useSayChanged()
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
      sayChanged(changed.request, t('terms.done', { name }))
      onDone()
    },
  })
  return (
    <ActForm
      form={form}
      text={t('terms.text', { name })}
      submit={t('terms.submit')}
      isDisabled={!form.isChanged}
      onCancel={onDone}
      onReload={onReload}
    >
      <PlaceFields form={form} channel={agent.channel} />
      <MoneyFields form={form} channel={agent.channel} />
      <ReasonField form={form} help={t('reason_help')} />
    </ActForm>
  )
}
