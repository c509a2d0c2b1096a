import { type Choice, offerChoice } from '@cashbox/contract/operator'
import { useState } from 'react'
import { call } from '../../platform/call.ts'
import { useExplanation } from '../../platform/explain-failure.ts'
import { notify } from '../../platform/notices.ts'
import { idOf, keepChoice, renewChoices } from './choices.ts'

export interface OfferSwitch {
  /** What was changed last, as it is now. */
  readonly last: Choice | null
  readonly isBusy: (choice: Choice) => boolean
  readonly turn: (choice: Choice) => void
}

/** Turns choices on and off at once; the last change can be undone. */
export function useOfferSwitch(): OfferSwitch {
  const explain = useExplanation()
  const [last, setLast] = useState<Choice | null>(null)
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())

  async function turn({ kind, code, is_offered }: Choice) {
    const id = idOf({ kind, code })
    if (busy.has(id)) return
    setBusy((before) => new Set([...before, id]))
    try {
      const { choice } = await call(offerChoice, { kind, code, is_offered: !is_offered })
      keepChoice(choice)
      setLast(choice)
    } catch (error) {
      notify('error', explain(error))
      await renewChoices()
    } finally {
      setBusy((before) => new Set([...before].filter((one) => one !== id)))
    }
  }

  return { last, isBusy: (choice) => busy.has(idOf(choice)), turn: (choice) => void turn(choice) }
}
