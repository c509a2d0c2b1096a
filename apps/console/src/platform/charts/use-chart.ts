import type { Endpoint, InputOf } from '@cashbox/contract'
import { keepPreviousData } from '@tanstack/react-query'
import { useAnswer } from '../session/answers.ts'

export const useChart = <E extends Endpoint>(endpoint: E, input: InputOf<E>) =>
  useAnswer(endpoint, input, { placeholderData: keepPreviousData })
