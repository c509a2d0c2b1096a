import { useExplanation } from '@cashbox/client/failure-texts'
import { createToasts } from '@cashbox/client/toasts'
import { useState } from 'react'

const NOTICE_DURATION_MS = 5000

export const { notify, useToaster } = createToasts(NOTICE_DURATION_MS)

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
