import { useEffect, useRef } from 'react'
import type { PaymentForm } from './payment-form.ts'

/** Takes the browser to the provider as soon as it is in the page. */
export function HiddenForm({ form: { action, fields } }: { form: PaymentForm }) {
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => element.current?.submit(), [])
  return (
    <form ref={element} method="post" action={action} hidden>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </form>
  )
}
