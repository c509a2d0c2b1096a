import type { Today } from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { When } from '../../platform/values.tsx'
import { Line, Lines, Nothing, WatchSection } from './watch-section.tsx'

type Webhook = Today['webhooks'][number]

/** Whether webhooks reach the partners. */
export function WebhooksSection({ today: { webhooks } }: { today: Today }) {
  const t = useTranslations('watch.webhooks')
  return (
    <WatchSection id="webhooks" title={t('title')}>
      {webhooks.length === 0 ? (
        <Nothing text={t('none')} />
      ) : (
        <Lines>
          {webhooks.map((webhook) => (
            <WebhookLine key={webhook.partner} webhook={webhook} />
          ))}
        </Lines>
      )}
    </WatchSection>
  )
}

function WebhookLine({ webhook }: { webhook: Webhook }) {
  const t = useTranslations('watch.webhooks')
  const { partner, name, pending_events, oldest_at } = webhook
  return (
    <Line
      label={
        <Link href={`/partners/${encodeURIComponent(partner)}`} className="text-brand-text underline">
          {name}
        </Link>
      }
      hint={<Trouble webhook={webhook} />}
    >
      {pending_events === 0 ? (
        t('up_to_date')
      ) : (
        <>
          <span className="font-semibold tabular-nums">{t('waiting', { count: pending_events })}</span>
          {oldest_at !== null && (
            <span className="text-sm text-ink-soft">
              {t('since')} <When seconds={oldest_at} />
            </span>
          )}
        </>
      )}
    </Line>
  )
}

function Trouble({ webhook: { disabled_at, failing_since, failures } }: { webhook: Webhook }) {
  const t = useTranslations('watch.webhooks')
  const since = disabled_at ?? failing_since
  if (since === null) return null
  return (
    <span className="font-semibold text-danger">
      {disabled_at === null ? t('failing', { failures }) : t('disabled')} <When seconds={since} />
    </span>
  )
}
