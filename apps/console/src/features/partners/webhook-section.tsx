import { changePartner, type Partner, setPartnerWebhook } from '@cashbox/contract/operator'
import { KeyRound, Link2, type LucideIcon, Power } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ActButtons } from '../../platform/act-buttons.tsx'
import { Section } from '../../platform/section.tsx'
import { Facts, When } from '../../platform/values.tsx'
import { WebhookBadge } from './partner-badges.tsx'
import type { PartnerAct } from './partner-dialog.tsx'
import { webhookState } from './partners.ts'
import { WaitingEvents } from './waiting-events.tsx'
import { WebhookTest } from './webhook-test.tsx'

interface WebhookSectionProps {
  readonly partner: Partner
  readonly onChoose: (act: PartnerAct) => void
}

/** Where webhooks are sent, and whether they arrive. */
export function WebhookSection({ partner, onChoose }: WebhookSectionProps) {
  const t = useTranslations('partners')
  const { webhook } = partner
  const failing: readonly (readonly [string, ReactNode])[] =
    webhookState(webhook) === 'failing'
      ? [
          [
            t('hook.failing_since'),
            <span key="failing">
              <When seconds={webhook.failing_since} />, {t('hook.failures', { count: webhook.failures })}
            </span>,
          ],
        ]
      : []
  return (
    <Section title={t('webhook')}>
      <Facts
        facts={[
          [
            t('hook.address'),
            webhook.url ?? (
              <span key="address" className="text-ink-soft">
                {t('hook.no_address')}
              </span>
            ),
          ],
          [t('hook.state'), <WebhookBadge key="state" partner={partner} />],
          ...failing,
          [t('hook.waiting'), <WaitingEvents key="waiting" webhook={webhook} />],
        ]}
      />
      <WebhookActs partner={partner} onChoose={onChoose} />
      {webhook.url !== null && webhook.is_enabled && <WebhookTest code={partner.code} />}
    </Section>
  )
}

function WebhookActs({ partner: { webhook }, onChoose }: WebhookSectionProps) {
  const t = useTranslations('partners.acts')
  const turn = webhook.is_enabled ? 'webhook_off' : 'webhook_on'
  const act = (kind: 'set_webhook' | 'rotate_webhook' | typeof turn, icon: LucideIcon) => ({
    endpoint: kind === turn ? changePartner : setPartnerWebhook,
    label: t(`${kind}.button`),
    icon,
    onChoose: () => onChoose({ kind }),
  })
  const ofAddress = [act('rotate_webhook', KeyRound), act(turn, Power)]
  return (
    <ActButtons label={t('label')} acts={[act('set_webhook', Link2), ...(webhook.url === null ? [] : ofAddress)]} />
  )
}
