import { useUser } from '../../platform/session/user.ts'
import { formatMoney } from '../../platform/time/formats.ts'

/** Stands for the amount in a text, so that the amount itself can run from left to right in any language. */
export const AMOUNT_MARK = '\uFFFC'

interface AmountInTextProps {
  /** With `AMOUNT_MARK` where the amount belongs. */
  readonly text: string
  readonly amount: string
}

export function AmountInText({ text, amount }: AmountInTextProps) {
  const { currency_code } = useUser().channel
  const [before = '', after = ''] = text.split(AMOUNT_MARK)
  return (
    <span>
      {before}
      <bdi dir="ltr" className="whitespace-nowrap tabular-nums">
        {formatMoney(amount)} {currency_code}
      </bdi>
      {after}
    </span>
  )
}
