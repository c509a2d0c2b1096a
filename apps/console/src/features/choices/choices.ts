import { type Choice, keyOfPicked, listChoices } from '@cashbox/contract/operator'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../platform/call.ts'
import { keepAnswer, queryClient } from '../../platform/queries.ts'

const choiceKeys = { all: ['choices'] as const }

export const useChoices = () =>
  useQuery({
    queryKey: choiceKeys.all,
    queryFn: async ({ signal }) => (await call(listChoices, {}, { signal })).list.toSorted(byName),
  })

const byName = (one: Choice, other: Choice) => one.name.localeCompare(other.name)

export const renewChoices = () => queryClient.invalidateQueries({ queryKey: choiceKeys.all })

/** What the server answered to a change, at once. */
export function keepChoice(choice: Choice): void {
  keepAnswer<readonly Choice[]>(choiceKeys.all, (list = []) =>
    list.map((one) => (idOf(one) === idOf(choice) ? choice : one)),
  )
}

export const idOf = ({ kind, code }: Pick<Choice, 'kind' | 'code'>) => keyOfPicked('choices', { kind, code })
