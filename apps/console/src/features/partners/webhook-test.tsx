import { asCallFailure } from '@cashbox/client/call-failure'
import { sendPartnerTestEvent } from '@cashbox/contract/operator'
import { Button } from '@cashbox/ui'
import { useMutation } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Attempts } from '../../platform/attempts.tsx'
import { call } from '../../platform/call.ts'
import { useExplanation } from '../../platform/explain-failure.ts'
import { notify } from '../../platform/notices.ts'
import { useMay } from '../../platform/roles.ts'

/** Sends an event that means nothing, and shows what the partner's server answered. */
export function WebhookTest({ code }: { code: string }) {
  const t = useTranslations('partners.hook')
  const explain = useExplanation()
  const send = useMutation({
    mutationFn: () => call(sendPartnerTestEvent, { code }),
    onError: (error: unknown) => notify('error', explain(asCallFailure(error))),
  })
  if (!useMay(sendPartnerTestEvent)) return null
  const tried = send.data?.delivery
  return (
    <div className="grid min-w-0 gap-3">
      <Button
        variant="secondary"
        className="w-fit"
        icon={<Send size={16} aria-hidden />}
        disabled={send.isPending}
        onClick={() => send.mutate()}
      >
        {send.isPending ? t('testing') : t('test')}
      </Button>
      {tried && !send.isPending && (
        <div role="status" aria-label={t('test_result')}>
          <Attempts event={{ attempts: [{ ...tried, number: 1 }], attempt_count: 1, delivered_at: null }} />
        </div>
      )}
    </div>
  )
}
