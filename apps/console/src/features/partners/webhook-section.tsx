import type { OutputOf } from '@cashbox/contract'
import { changePartner, type Partner, sendPartnerTestEvent, setPartnerWebhook } from '@cashbox/contract/operator'
import { Button } from '@cashbox/ui'
import { BellOff, BellRing, CircleAlert, KeyRound, Link2, Power, Send, Unplug } from 'lucide-react'
import { useState } from 'react'
import { useNow, useTranslations } from 'use-intl'
import { Acts } from '../../platform/forms/acts.tsx'
import { call, useMay } from '../../platform/session/session.ts'
import { useWork } from '../../platform/toasts.ts'
import { Attempts } from '../../platform/values/attempts.tsx'
import { formatWhole } from '../../platform/values/formats.ts'
import { Facts, Section, stateBadge, When } from '../../platform/values/values.tsx'
import { ageOf } from './durations.tsx'
import { LinkState } from './key-section.tsx'
import { usePartnerActs } from './partner-forms.tsx'
import { refreshPartners, webhookState } from './partners.ts'

interface PartnerProps {
  readonly partner: Partner
}

export const WebhookBadge = stateBadge('partners.hook.states', {
  none: ['neutral', Unplug],
  on: ['approved', BellRing],
  off: ['suspended', BellOff],
  failing: ['rejected', CircleAlert],
})

/** The server counts no further. */
const COUNTED = 10_000
const TICK_MS = 60_000

export function WebhookSection({ partner }: PartnerProps) {
  const t = useTranslations('partners')
  const typeName = useTranslations('transactions.events.types')
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
          [t('hook.event_types')]: webhook.event_types?.map((type) => typeName(type)).join(', ') ?? t('hook.all_types'),
          [t('link.state')]: webhook.link !== null && <LinkState link={webhook.link} />,
          [t('hook.waiting')]: <WaitingEvents webhook={webhook} />,
        }}
      />
      <WebhookActs partner={partner} />
      {webhook.url !== null && webhook.is_enabled && <WebhookTest code={code} />}
    </Section>
  )
}

function WebhookActs({ partner }: PartnerProps) {
  const t = useTranslations('partners.acts')
  const actOf = usePartnerActs(partner)
  const { url, is_enabled } = partner.webhook
  return (
    <Acts
      label={t('label')}
      reload={refreshPartners}
      acts={[
        actOf('set_webhook', setPartnerWebhook, Link2),
        url !== null && actOf('rotate_webhook', setPartnerWebhook, KeyRound),
        url !== null && actOf(is_enabled ? 'webhook_off' : 'webhook_on', changePartner, Power),
      ]}
    />
  )
}

function WebhookTest({ code }: { code: string }) {
  const t = useTranslations('partners.hook')
  const { isBusy, run } = useWork()
  const [tried, setTried] = useState<OutputOf<typeof sendPartnerTestEvent>['delivery'] | null>(null)
  if (!useMay(sendPartnerTestEvent)) return null
  const send = async () => setTried((await call(sendPartnerTestEvent, { code })).delivery)
  return (
    <div className="grid min-w-0 gap-3">
      <Button
        variant="secondary"
        className="w-fit"
        icon={<Send size={16} aria-hidden />}
        disabled={isBusy}
        onClick={() => run(send)}
      >
        {isBusy ? t('testing') : t('test')}
      </Button>
      {tried && !isBusy && (
        <div role="status" aria-label={t('test_result')}>
          <Attempts event={{ attempts: [{ ...tried, number: 1 }], attempt_count: 1, delivered_at: null }} />
        </div>
      )}
    </div>
  )
}

export function WaitingEvents({ webhook: { pending_events, oldest_pending_at } }: { webhook: Partner['webhook'] }) {
  const t = useTranslations('partners')
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
