import { useExplanation } from '@cashbox/client/failure-texts'
import { type Choice, keyOfPicked, listChoices, offerChoice } from '@cashbox/contract/operator'
import { useState } from 'react'
import { cacheRow, call, refresh, useAnswer } from '../../platform/session/call.ts'
import { notify } from '../../platform/toasts.ts'

export interface OfferSwitch {
  readonly last: Choice | null
  readonly isBusy: (choice: Choice) => boolean
  readonly turn: (choice: Choice) => void
}

export const useChoices = () => useAnswer(listChoices, {}, { select: ({ list }) => list.toSorted(byName) })

const byName = (one: Choice, other: Choice) => one.name.localeCompare(other.name)

export const idOf = ({ kind, code }: Pick<Choice, 'kind' | 'code'>) => keyOfPicked('choices', { kind, code })

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
      cacheRow(listChoices, choice, idOf)
      setLast(choice)
    } catch (error) {
      notify('error', explain(error))
      await refresh(listChoices.path)
    } finally {
      setBusy((before) => new Set([...before].filter((one) => one !== id)))
    }
  }

  return { last, isBusy: (choice) => busy.has(idOf(choice)), turn: (choice) => void turn(choice) }
}
