import * as api from '@cashbox/contract/operator'
import { Callout, Card, EmptyState } from '@cashbox/ui'
import {
  BellRing,
  Check,
  CircleAlert,
  Hourglass,
  Mail,
  OctagonX,
  Plus,
  Power,
  Send,
  SlidersHorizontal,
  Trash2,
  UserCheck,
  Webhook,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Acts, actsWith } from '../../platform/forms/acts.tsx'
import { PendingChanges, SecondOperator } from '../../platform/forms/second-operator.tsx'
import { SecretDialog } from '../../platform/forms/secret-dialog.tsx'
import { type Messages, textAt, textsOf } from '../../platform/language/language.ts'
import { Loaded, PageHead } from '../../platform/page/page.tsx'
import { call } from '../../platform/session/session.ts'
import { useWork } from '../../platform/toasts.ts'
import { textOf } from '../../platform/values/field-words.ts'
import { Facts, stateBadge, When } from '../../platform/values/values.tsx'
import {
  ChangeForm,
  cacheDestination,
  NewDestinationForm,
  refreshDestinations,
  useDestinations,
} from './destination-forms.tsx'

const t = textsOf('destinations')

export function DestinationsPage() {
  const act = actsWith()
  return (
    <>
      <PageHead
        title={textAt('pages.alert_destinations')}
        text={t('text')}
        actions={
          <Acts
            acts={[
              {
                ...act('destinations.add', api.addAlertDestination, Plus, <NewDestinationForm />),
                variant: 'primary',
              },
            ]}
          />
        }
      />
      <PendingChanges kind="alert_destination" />
      <Loaded query={useDestinations()}>
        {({ list }) =>
          list.length === 0 ? (
            <EmptyState icon={<BellRing aria-hidden />} title={t('none')} />
          ) : (
            <ul className="grid items-start gap-4 lg:grid-cols-2">
              {list.map((destination) => (
                <li key={destination.id} className="grid min-w-0">
                  <DestinationCard destination={destination} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <SecretDialog />
    </>
  )
}

const icons = { email: Mail, webhook: Webhook, telegram: Send } as const

const DestinationBadge = stateBadge({
  waiting: ['destinations.states.waiting', 'pending', Hourglass],
  on: ['destinations.states.on', 'approved', Check],
  off: ['destinations.states.off', 'neutral', Power],
  stopped: ['destinations.states.stopped', 'rejected', OctagonX],
})

interface DestinationProps {
  readonly destination: api.AlertDestination
}

export function DestinationCard({ destination }: DestinationProps) {
  const { kind, name, state, failing_since, last_error } = destination
  const Icon = icons[kind]
  return (
    <Card className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="flex min-w-0 items-center gap-2 font-semibold wrap-anywhere">
          <Icon size={18} aria-hidden className="shrink-0" />
          {name}
        </h2>
        <DestinationBadge state={state} />
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
      <DestinationActs destination={destination} />
    </Card>
  )
}

function DestinationFacts({ destination }: DestinationProps) {
  const { kind, target, bot, min_severity, alert_kinds, last_sent_at, last_test } = destination
  return (
    <Facts
      facts={{
        [t(`targets.${kind}`)]: <bdi>{target}</bdi>,
        [t('bot')]: bot !== null && bot,
        [t('min_severity')]: t(`severities.${min_severity}`),
        [t('kinds')]:
          alert_kinds === null
            ? t('all_kinds')
            : alert_kinds.map((one) => textOf('destinations.kind_names', one)).join('; '),
        [t('last_sent')]: <When seconds={last_sent_at} />,
        [t('last_test')]: last_test !== null && (
          <span role="status">
            {t(`tests.${last_test.state}`)} <When seconds={last_test.at} />
            {last_test.error !== null && (
              <span className="block text-danger">
                <DeliveryProblem error={last_test.error} />
              </span>
            )}
          </span>
        ),
      }}
    />
  )
}

function DestinationActs({ destination }: DestinationProps) {
  const { run } = useWork()
  const { id: destination_id, name, state, version } = destination
  const isWaiting = state === 'waiting'
  const act = actsWith({ name })
  const form = (change: (reason: string) => Promise<unknown>, variant: 'primary' | 'danger', children?: ReactNode) => ({
    send: async ({ reason }: { readonly reason: string }) => {
      const answer = await change(reason)
      await refreshDestinations()
      return answer
    },
    variant,
    children,
  })
  const activate = (reason: string) => call(api.activateAlertDestination, { destination_id, reason })
  const turn = (is_enabled: boolean) => (reason: string) =>
    call(api.changeAlertDestination, { destination_id, version, reason, is_enabled })
  const remove = (reason: string) => call(api.removeAlertDestination, { destination_id, version, reason })
  const second = <SecondOperator kind="alert_destination_change" />
  const test = () => run(() => call(api.testAlertDestination, { destination_id }).then(cacheDestination))
  return (
    <Acts
      isMain
      label={t('acts.label')}
      reload={refreshDestinations}
      acts={[
        isWaiting &&
          act('destinations.acts.activate', api.activateAlertDestination, UserCheck, form(activate, 'primary')),
        !isWaiting && { endpoint: api.testAlertDestination, label: t('test'), icon: Send, onChoose: test },
        act(
          'destinations.acts.change',
          api.changeAlertDestination,
          SlidersHorizontal,
          <ChangeForm destination={destination} />,
        ),
        !isWaiting &&
          (state === 'off'
            ? act('destinations.acts.switch_on', api.changeAlertDestination, Power, form(turn(true), 'primary'))
            : act(
                'destinations.acts.switch_off',
                api.changeAlertDestination,
                Power,
                form(turn(false), 'danger', second),
              )),
        state !== 'on' && act('destinations.acts.remove', api.removeAlertDestination, Trash2, form(remove, 'danger')),
      ]}
    />
  )
}

type Problem = keyof Messages['partners']['log']['problems']

type DeliveryError =
  | { readonly name: string }
  | { readonly status: string; readonly text: string | null }
  | { readonly text: string }

const NAME = /^[a-z_]+$/
const ANSWER = /^answered (\d{3})(?:: (.+))?$/s

/** Translated, except for what the other server answered. */
function DeliveryProblem({ error }: { error: string }) {
  const read = readDeliveryError(error)
  if ('name' in read) {
    const key = `partners.log.problems.${read.name as Problem}` as const
    return textAt.has(key) ? textAt(key) : <bdi>{error}</bdi>
  }
  if (!('status' in read)) return <OtherText text={read.text} />
  return (
    <>
      {textAt('transactions.events.answered', { status: read.status })}
      {read.text !== null && (
        <>
          : <OtherText text={read.text} />
        </>
      )}
    </>
  )
}

const OtherText = ({ text }: { text: string }) => <bdi className="wrap-anywhere">{text}</bdi>

/** Names and statuses are translated; any other text comes from the other server. */
export function readDeliveryError(error: string): DeliveryError {
  if (NAME.test(error)) return { name: error }
  const [, status, text = null] = ANSWER.exec(error) ?? []
  return status === undefined ? { text: error } : { status, text }
}
