import { asCallFailure } from '@cashbox/client/call-failure'
import {
  type AlertDestination,
  activateAlertDestination,
  changeAlertDestination,
  removeAlertDestination,
  testAlertDestination,
} from '@cashbox/contract/operator'
import { Callout, Card } from '@cashbox/ui'
import {
  Check,
  CircleAlert,
  Hourglass,
  Mail,
  OctagonX,
  Power,
  Send,
  SlidersHorizontal,
  Trash2,
  UserCheck,
  Webhook,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import { ActButtons } from '../../platform/forms/act-form.tsx'
import { useExplanation } from '../../platform/page/failed.tsx'
import { call } from '../../platform/session/call.ts'
import { notify } from '../../platform/toasts.ts'
import { type BadgeStyle, IconBadge } from '../../platform/values/badges.tsx'
import { Facts, When } from '../../platform/values/values.tsx'
import { DeliveryProblem } from './delivery-problem.tsx'
import type { DestinationAct } from './destination-dialog.tsx'
import { cacheDestination, useKindNames } from './destinations.ts'

const icons = { email: Mail, webhook: Webhook, telegram: Send } as const

const badgeStyles: Readonly<Record<AlertDestination['state'], BadgeStyle>> = {
  waiting: ['pending', Hourglass],
  on: ['approved', Check],
  off: ['neutral', Power],
  stopped: ['rejected', OctagonX],
}

interface DestinationCardProps {
  readonly destination: AlertDestination
  readonly onChoose: (act: DestinationAct) => void
}

export function DestinationCard({ destination, onChoose }: DestinationCardProps) {
  const t = useTranslations('destinations')
  const { kind, name, state, failing_since, last_error } = destination
  const Icon = icons[kind]
  return (
    <Card className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="flex min-w-0 items-center gap-2 font-semibold wrap-anywhere">
          <Icon size={18} aria-hidden className="shrink-0" />
          {name}
        </h2>
        <IconBadge style={badgeStyles[state]}>{t(`states.${state}`)}</IconBadge>
      </div>
      {failing_since !== null && (
        <Callout
          tone="danger"
          icon={<CircleAlert aria-hidden />}
          title={t(state === 'stopped' ? 'stopped_title' : 'failing_title')}
        >
          <DeliveryProblem error={last_error ?? 'not_sent'} /> · {t('since')} <When seconds={failing_since} />
        </Callout>
      )}
      <DestinationFacts destination={destination} />
      <Acts destination={destination} onChoose={onChoose} />
    </Card>
  )
}

function DestinationFacts({ destination }: { destination: AlertDestination }) {
  const t = useTranslations('destinations')
  const kindNames = useKindNames()
  const { kind, target, bot, min_severity, alert_kinds, last_sent_at, last_test } = destination
  return (
    <Facts
      facts={[
        [t(`targets.${kind}`), <bdi key="target">{target}</bdi>],
        ...(bot === null ? [] : [[t('bot'), bot] as const]),
        [t('min_severity'), t(`severities.${min_severity}`)],
        [t('kinds'), alert_kinds === null ? t('all_kinds') : kindNames(alert_kinds).join('; ')],
        [t('last_sent'), <When key="sent" seconds={last_sent_at} />],
        ...(last_test === null
          ? []
          : [
              [
                t('last_test'),
                <span key="test" role="status">
                  {t(`tests.${last_test.state}`)} <When seconds={last_test.at} />
                  {last_test.error !== null && (
                    <span className="block text-danger">
                      <DeliveryProblem error={last_test.error} />
                    </span>
                  )}
                </span>,
              ] as const,
            ]),
      ]}
    />
  )
}

function Acts({ destination: { id, state }, onChoose }: DestinationCardProps) {
  const t = useTranslations('destinations')
  const explain = useExplanation()
  const test = () =>
    void call(testAlertDestination, { destination_id: id }).then(
      ({ destination }) => cacheDestination(destination),
      (error: unknown) => notify('error', explain(asCallFailure(error))),
    )
  const turn = state === 'off' ? 'switch_on' : 'switch_off'
  const acts = {
    test: { endpoint: testAlertDestination, label: t('test'), icon: Send, onChoose: test },
    activate: {
      endpoint: activateAlertDestination,
      label: t('acts.activate.button'),
      icon: UserCheck,
      onChoose: () => onChoose('activate'),
    },
    change: {
      endpoint: changeAlertDestination,
      label: t('acts.change.button'),
      icon: SlidersHorizontal,
      onChoose: () => onChoose('change'),
    },
    turn: {
      endpoint: changeAlertDestination,
      label: t(`acts.${turn}.button`),
      icon: Power,
      onChoose: () => onChoose(turn),
    },
    remove: {
      endpoint: removeAlertDestination,
      label: t('acts.remove.button'),
      icon: Trash2,
      onChoose: () => onChoose('remove'),
    },
  }
  return (
    <ActButtons
      label={t('acts.label')}
      acts={
        state === 'waiting'
          ? [acts.activate, acts.change, acts.remove]
          : [acts.test, acts.change, acts.turn, acts.remove]
      }
    />
  )
}
