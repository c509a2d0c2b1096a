import type { Receipt } from '@cashbox/contract'
import { QrCode } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import type { ReceiptText } from './receipt-lines.ts'

/** The receipt as it is printed: black on white in both themes. */
export function ReceiptPaper({ receipt, text }: { receipt: Receipt; text: ReceiptText }) {
  const t = useTranslations('receipt')
  return (
    <article className="receipt-paper" aria-label={t('title')}>
      <p className="receipt-network">
        <bdi>{text.network}</bdi>
      </p>
      <p>{text.title}</p>
      <p className="receipt-amount">
        <bdi dir="ltr">{text.amount}</bdi>
      </p>
      {text.warnings.map((warning) => (
        <p key={warning} className="receipt-warning">
          {warning}
        </p>
      ))}
      <dl>
        {text.lines.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <QrCode text={receipt.url} label={t('qr_label')} size={160} />
      <p className="receipt-check">
        {text.check}
        <br />
        <bdi dir="ltr">{text.address}</bdi>
      </p>
    </article>
  )
}
