import type { Page } from '@playwright/test'

/** Opens the step of the sign-up with this name. */
export const toSignupStep = (page: Page, name: string | RegExp) =>
  page
    .locator('form nav')
    .getByRole('button', { name: typeof name === 'string' ? new RegExp(`^${name}( ?:|$)`) : name })
    .click()
