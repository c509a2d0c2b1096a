import { useExplanation } from '@cashbox/client/failure-texts'
import { useState } from 'react'
import { notify } from '../toasts.ts'

/** What a button starts. A toast says why it failed. */
export function useWork() {
  const explain = useExplanation()
  const [isBusy, setBusy] = useState(false)
  const run = (work: () => Promise<unknown>) => {
    setBusy(true)
    void work()
      .catch((error: unknown) => notify('error', explain(error)))
      .finally(() => setBusy(false))
  }
  return { isBusy, run }
}
