import type { OutputOf } from '@cashbox/contract'
import * as api from '@cashbox/contract/operator'
import { MOST_LIVE_KEYS } from '@cashbox/contract/partner'
import { Button } from '@cashbox/ui'
import { Ban, BellOff, BellRing, Check, CircleAlert, Hourglass, Send, Unplug } from 'lucide-react'
import { useState } from 'react'
import { useNow } from 'use-intl'
import { Acts, useActColumn } from '../../platform/forms/acts.tsx'
import { PendingChanges } from '../../platform/forms/second-operator.tsx'
import { textAt, textsOf } from '../../platform/language/language.ts'
import { column, type TableColumn } from '../../platform/list/columns.tsx'
import { DataTable } from '../../platform/list/data-table.tsx'
import { call, useMay } from '../../platform/session/session.ts'
import { useWork } from '../../platform/toasts.ts'
import { Attempts } from '../../platform/values/attempts.tsx'
import { formatWhole } from '../../platform/values/formats.ts'
import { Code, Facts, LabelledTime, Section, stateBadge, When } from '../../platform/values/values.tsx'
import { ageOf } from './durations.tsx'
import { partnerActs } from './partner-forms.tsx'
import { liveKeys, refreshPartners, webhookState } from './partners.ts'

const t = textsOf('partners')

interface PartnerProps {
  readonly partner: api.Partner
}

export const WebhookBadge = stateBadge({
  none: ['partners.hook.states.none', 'neutral', Unplug],
  on: ['partners.hook.states.on', 'approved', BellRing],
  off: ['partners.hook.states.off', 'suspended', BellOff],
  failing: ['partners.hook.states.failing', 'rejected', CircleAlert],
})

/** The server counts no further. */
const COUNTED = 10_000
const TICK_MS = 60_000

export function WebhookSection({ partner }: PartnerProps) {
  const { webhook, code } = partner
  return (
    <Section title={t('webhook')}>
      <Facts
        facts={{
          [t('hook.address')]: webhook.url ?? <span className="text-ink-soft">{t('hook.no_address')}</span>,
          [t('hook.state')]: <WebhookBadge state={webhookState(webhook)} />,
          [t('hook.failing_since')]: webhookState(webhook) === 'failing' && (
            <span>
              <When seconds={webhook.failing_since} />, {t('hook.failures', { count: webhook.failures })}
            </span>
          ),
          // The partner chooses them through its API.
          [t('hook.event_types')]:
            webhook.event_types?.map((type) => textAt(`transactions.events.types.${type}`)).join(', ') ??
            t('hook.all_types'),
          [t('link.state')]: webhook.link !== null && <LinkState link={webhook.link} />,
          [t('hook.waiting')]: webhook.url !== null && <WaitingEvents webhook={webhook} />,
        }}
      />
      <WebhookActs partner={partner} />
      {webhook.url !== null && webhook.is_enabled && <WebhookTest code={code} />}
    </Section>
  )
}

function WebhookActs({ partner }: PartnerProps) {
  const actOf = partnerActs(partner)
  const { url, is_enabled } = partner.webhook
  return (
    <Acts
      label={t('acts.label')}
      reload={refreshPartners}
      acts={[
        actOf('partners.acts.set_webhook'),
        url !== null && actOf('partners.acts.rotate_webhook'),
        url !== null && actOf(is_enabled ? 'partners.acts.webhook_off' : 'partners.acts.webhook_on'),
      ]}
    />
  )
}

function WebhookTest({ code }: { code: string }) {
  const { isBusy, run } = useWork()
  const [tried, setTried] = useState<OutputOf<typeof api.sendPartnerTestEvent>['delivery'] | null>(null)
  if (!useMay(api.sendPartnerTestEvent)) return null
  const send = async () => setTried((await call(api.sendPartnerTestEvent, { code })).delivery)
  return (
    <div className="grid min-w-0 gap-3">
      <Button
        variant="secondary"
        className="w-fit"
        icon={<Send size={16} aria-hidden />}
        disabled={isBusy}
        onClick={() => run(send)}
      >
        {isBusy ? t('hook.testing') : t('hook.test')}
      </Button>
      {tried && !isBusy && (
        <div role="status" aria-label={t('hook.test_result')}>
          <Attempts event={{ attempts: [{ ...tried, number: 1 }], attempt_count: 1, delivered_at: null }} />
        </div>
      )}
    </div>
  )
}

export function WaitingEvents({ webhook: { pending_events, oldest_pending_at } }: { webhook: api.Partner['webhook'] }) {
  const now = useNow({ updateInterval: TICK_MS })
  if (pending_events === 0 || oldest_pending_at === null) return t('hook.waiting_none')
  const age = ageOf(now.getTime() / 1000 - oldest_pending_at)
  const ageText = age ? t(`durations.${age.unit}`, { count: age.count }) : t('durations.moment')
  return (
    <span className="grid">
      {pending_events < COUNTED
        ? t('hook.waiting_count', { count: pending_events })
        : t('hook.waiting_many', { count: formatWhole(COUNTED) })}
      <span className="text-ink-soft">{t('hook.oldest', { age: ageText })}</span>
    </span>
  )
}

type Key = api.Partner['keys'][number]

const KeyBadge = stateBadge({
  waiting: ['partners.keys.waiting', 'pending', Hourglass],
  live: ['partners.keys.live', 'approved', Check],
  disabled: ['partners.keys.disabled', 'neutral', Ban],
})

export function KeySection({ partner }: { partner: api.Partner }) {
  const actOf = partnerActs(partner)
  const columns = useColumns(partner)
  const isFull = liveKeys(partner).length >= MOST_LIVE_KEYS
  return (
    <Section title={t('keys.title')}>
      {liveKeys(partner).map(({ id }) => (
        <PendingChanges key={id} kind="partner_key" id={id} />
      ))}
      {partner.keys.length === 0 ? (
        <p className="text-ink-soft">{t('keys.none')}</p>
      ) : (
        <DataTable label={t('keys.list')} columns={columns} rows={partner.keys} keyOf={({ id }) => id} />
      )}
      {useMay(api.createPartnerKey) && isFull && <p className="text-sm text-ink-soft">{t('keys.full')}</p>}
      {!isFull && <Acts reload={refreshPartners} acts={[actOf('partners.acts.add_key')]} />}
    </Section>
  )
}

function useColumns(partner: api.Partner): readonly TableColumn<Key>[] {
  const actOf = partnerActs(partner)
  return [
    column('key', t('keys.key'), (key) => <KeyName apiKey={key} />),
    column('may', t('keys.may'), ({ permissions }) => (
      <Lines lines={permissions.map((permission) => t(`permissions.${permission}`))} />
    )),
    column('address_ranges', t('keys.address_ranges'), ({ address_ranges }) => (
      <Lines lines={address_ranges.length === 0 ? [t('keys.any_address')] : address_ranges} />
    )),
    column('last_used', t('keys.last_used'), ({ last_used_at }) =>
      last_used_at === null ? t('keys.never_used') : <When seconds={last_used_at} />,
    ),
    ...useActColumn<Key>(
      'disable',
      t('keys.action'),
      api.disablePartnerKey,
      (key) => actsOf(key).map((kind) => actOf(kind, key.id)),
      refreshPartners,
    ),
  ]
}

/** Approval can be asked for once the partner has the secret. */
function actsOf({ activated_at, disabled_at, link }: Key) {
  if (disabled_at !== null) return []
  if (activated_at !== null) return ['partners.acts.set_ranges', 'partners.acts.disable_key'] as const
  return link?.opened_at
    ? (['partners.acts.activate_key', 'partners.acts.disable_key'] as const)
    : (['partners.acts.disable_key'] as const)
}

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <span className="grid">
    {lines.map((line) => (
      <span key={line}>{line}</span>
    ))}
  </span>
)

function KeyName({
  apiKey: { id, created_at, activated_at, disabled_at, expires_at, link, public_key, replaces },
}: {
  apiKey: Key
}) {
  const state = disabled_at !== null ? 'disabled' : activated_at === null ? 'waiting' : 'live'
  const times = [
    ['created', created_at],
    ['expires', disabled_at === null ? expires_at : null],
    ['disabled', disabled_at],
  ] as const
  return (
    <span className="grid justify-items-start gap-1 max-sm:justify-items-end">
      <Code text={id} />
      <KeyBadge state={state} />
      {times.map(
        ([label, seconds]) =>
          seconds !== null && <LabelledTime key={label} label={t(`keys.${label}`)} seconds={seconds} />,
      )}
      {replaces !== null && <span className="text-sm text-ink-soft">{t('keys.replaces', { key: replaces })}</span>}
      {public_key !== null && (
        <span className="text-sm break-all text-ink-soft">{t('keys.own_key', { key: public_key })}</span>
      )}
      {link && disabled_at === null && <LinkState link={link} />}
    </span>
  )
}

/** Whether the partner has got the secret. */
function LinkState({ link: { opened_at, opened_from, expires_at } }: { link: api.SecretLink }) {
  const isExpired = useNow().getTime() / 1000 > expires_at
  if (opened_at === null && isExpired) return <span className="text-sm text-ink-soft">{t('link.expired')}</span>
  const label = opened_at === null ? t('link.unopened') : t('link.opened', { address: opened_from ?? '' })
  return <LabelledTime label={label} seconds={opened_at ?? expires_at} />
}
