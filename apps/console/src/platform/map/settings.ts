import { readMapSettings } from '@cashbox/contract/operator'
import { useAnswer } from '../session/session.ts'

/** Changes only with the server's configuration. */
export const useMapSettings = () => useAnswer(readMapSettings, {}, { staleTime: Number.POSITIVE_INFINITY })
