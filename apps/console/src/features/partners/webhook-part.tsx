import { changePartner, type Partner, setPartnerWebhook } from '@cashbox/contract/operator'
import { Button } from '@cashbox/ui'
import { KeyRound, Link2, Power } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '../../platform/roles.ts'
import { Section } from '../../platform/section.tsx'
import { Facts, When } from '../../platform/values.tsx'
import type { PartnerAct } from './act-dialog.tsx'
import { WebhookBadge } from './partner-badges.tsx'
import { webhookState } from './partners.ts'
import { Waiting } from './waiting.tsx'

interface WebhookPartProps {
  readonly partner: Partner
  readonly onChoose: (act: PartnerAct) => void
}

/** Where the partner is told, and whether it hears. */
export function WebhookPart({ partner, onChoose }: WebhookPartProps) {
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
          [t('hook.waiting'), <Waiting key="waiting" webhook={webhook} />],
        ]}
      />
      <WebhookActs partner={partner} onChoose={onChoose} />
    </Section>
  )
}

function WebhookActs({ partner: { webhook }, onChoose }: WebhookPartProps) {
  const t = useTranslations('partners.acts')
  const maySet = useMay(setPartnerWebhook)
  const maySwitch = useMay(changePartner)
  if (!maySet && !maySwitch) return null
  const hasAddress = webhook.url !== null
  const kind = webhook.is_on ? 'webhook_off' : 'webhook_on'
  return (
    <div className="flex flex-wrap gap-2">
      {maySet && (
        <Button
          variant="secondary"
          icon={<Link2 size={16} aria-hidden />}
          onClick={() => onChoose({ kind: 'set_webhook' })}
        >
          {t('set_webhook.button')}
        </Button>
      )}
      {maySet && hasAddress && (
        <Button
          variant="secondary"
          icon={<KeyRound size={16} aria-hidden />}
          onClick={() => onChoose({ kind: 'rotate_webhook' })}
        >
          {t('rotate_webhook.button')}
        </Button>
      )}
      {maySwitch && hasAddress && (
        <Button variant="secondary" icon={<Power size={16} aria-hidden />} onClick={() => onChoose({ kind })}>
          {t(`${kind}.button`)}
        </Button>
      )}
    </div>
  )
}
