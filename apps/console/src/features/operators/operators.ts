import { type KnownOperator, listOperators } from '@cashbox/contract/operator'
import { cacheRow, useAnswer } from '../../platform/session/answers.ts'

export const useOperators = () => useAnswer(listOperators, {}, { select: ({ list }) => list })

export const cacheOperator = (operator: KnownOperator): void => cacheRow(listOperators, operator, ({ id }) => id)
