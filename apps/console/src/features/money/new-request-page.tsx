import { type ApprovalRequest, type MoneyKind, moneyKinds } from '@cashbox/contract/operator'
import { Field, SelectInput } from '@cashbox/ui'
import { useState } from 'react'
import { textAt } from '../../platform/language/language.ts'
import { optionsOf, useFilters } from '../../platform/list/list-filters.tsx'
import { PageHead } from '../../platform/page/page.tsx'
import { firstValues, kindOf, type RequestField, RequestForm, type SentRequest } from './request-form.tsx'
import { cacheRequest, uuidPattern } from './requests.ts'
import { LostAnswer, RequestOutcome } from './review-sheet.tsx'

type Given = Partial<Record<'kind' | 'request' | RequestField, string>>

interface OneRequestProps {
  readonly kind: MoneyKind
  readonly given: Given
  /** Puts the request's ID into the address, so that a reloaded page asks for its outcome. */
  readonly onSending: (id: string) => void
  readonly onKind: (kind: MoneyKind) => void
  readonly onAnother: () => void
}

export function NewRequestPage() {
  const { values, change } = useFilters([
    'kind',
    'request',
    'cash_id',
    'topup_id',
    'transaction_id',
    'partner',
    'currency_code',
    'payment_id',
  ])
  const [round, setRound] = useState(0)
  const kind = kindOf(values.kind)
  return (
    <>
      <PageHead title={textAt('money.ask.title')} />
      <OneRequest
        key={`${kind} ${round}`}
        kind={kind}
        given={values}
        onSending={(request) => change({ request })}
        onKind={(next) => change({ kind: next, request: '' })}
        onAnother={() => {
          change({ request: '', topup_id: '', transaction_id: '', payment_id: '' })
          setRound(round + 1)
        }}
      />
    </>
  )
}

function OneRequest({ kind, given, onSending, onKind, onAnother }: OneRequestProps) {
  const [earlier] = useState(() => (given.request && uuidPattern.test(given.request) ? given.request : undefined))
  const [lost, setLost] = useState<SentRequest | null>(() => (earlier ? { id: earlier, sentAt: Date.now() } : null))
  const [wasNotReceived, setNotReceived] = useState(false)
  const [request, setRequest] = useState<ApprovalRequest | null>(null)
  const [first] = useState(() => firstValues(kind, given))
  const answered = (known: ApprovalRequest) => {
    cacheRequest(known)
    setRequest(known)
  }
  if (request) return <RequestOutcome request={request} onAnother={onAnother} />
  return (
    <>
      {lost && (
        <LostAnswer
          {...lost}
          hasArrived={() => true}
          onKnown={(known) => {
            setLost(null)
            setNotReceived(known === null)
            if (known) answered(known)
          }}
        />
      )}
      {/* Keeps its values while the outcome is unknown. */}
      <div hidden={lost !== null} className="grid gap-5">
        <Field label={textAt('money.ask.kind_label')} className="max-w-sm">
          {(control) => (
            <SelectInput
              {...control}
              value={kind}
              options={optionsOf(moneyKinds, (value) => textAt(`money.kinds.${value}`))}
              onChange={(event) => onKind(kindOf(event.target.value))}
            />
          )}
        </Field>
        <RequestForm
          kind={kind}
          id={earlier}
          first={first}
          wasNotReceived={wasNotReceived}
          onSending={onSending}
          onAnswered={answered}
          onLost={setLost}
        />
      </div>
    </>
  )
}
