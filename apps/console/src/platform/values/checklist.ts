import { readChecklist } from '@cashbox/contract/operator'
import { refresh, useAnswer, useMay } from '../session/session.ts'

const POLL_MS = 30_000

export const useChecklist = () =>
  useAnswer(readChecklist, {}, { enabled: useMay(readChecklist), refetchInterval: POLL_MS })

export const refreshChecklist = () => refresh(readChecklist.path)
