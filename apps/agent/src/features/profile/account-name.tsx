/** Tells a password manager whose password is asked for; people see their e-mail address on the page already. */
export const AccountName = ({ email }: { email: string }) => (
  <input hidden readOnly type="email" name="username" autoComplete="username" value={email} />
)
