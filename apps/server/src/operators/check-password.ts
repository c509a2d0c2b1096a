import { operatorPasswordRule } from '@cashbox/contract'
import { isGuessable } from '../access/passwords.ts'
import { refusal } from '../platform/refusal.ts'

/** Operators move other people's money, so their passwords are longer than those of agents. */
export function checkPassword(password: string) {
  if (!operatorPasswordRule(password)) throw refusal('password_short')
  if (isGuessable(password)) throw refusal('password_common')
}
