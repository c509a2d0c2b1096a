/** The fields of the sign-up in the order of the page. */
export const signupNames = [
  'first_name',
  'last_name',
  'email',
  'password',
  'password_confirmation',
  'country_code',
  'city',
  'street',
  'phone',
  'messenger',
  'messenger_id',
] as const

export type SignupName = (typeof signupNames)[number]
