import { passwordRule } from '@cashbox/contract'
import { isCommonPassword } from '../../../platform/passwords.ts'
import { refusal } from '../../../platform/refusal.ts'

export function checkPassword(password: string) {
  if (!passwordRule(password)) throw refusal('password_weak')
  if (isCommonPassword(password)) throw refusal('password_common')
}
