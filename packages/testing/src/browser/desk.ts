import type { OperatorRole } from '@cashbox/contract/operator'
import type { Page } from '@playwright/test'
import { operatorOf } from '../operator-client.ts'
import { type OpenTab, openPhone, type PhoneOptions } from './phone.ts'

export interface DeskOptions extends Pick<PhoneOptions, 'theme' | 'viewport' | 'isSharp' | 'stored' | 'language'> {
  /** The seeded operator of that role, or the second admin, is logged in; no one without it. */
  readonly as?: OperatorRole | 'admin2'
}

/** A page for the console, wide unless it is said to be a phone's. */
export async function openDesk(
  openTab: OpenTab,
  address: string,
  { as, language, ...options }: DeskOptions,
): Promise<Page> {
  const server = { address, signIn: () => Promise.reject(new Error('operators have no token')) }
  const page = await openPhone(openTab, server, {
    viewport: 'desktop',
    ...options,
    stored: { ...(language ? { 'console-language': language } : {}), ...options.stored },
  })
  if (as) await page.context().addCookies([await sessionOf(address, as)])
  return page
}

/** The cookie that the log-in would have left in the browser. */
export async function sessionOf(address: string, role: OperatorRole | 'admin2') {
  const [name = '', value = ''] = (await operatorOf(address, role)).cookie().split('=')
  const { hostname: domain } = new URL(address)
  return { name, value, domain, path: '/operator', httpOnly: true, sameSite: 'Strict' as const, secure: false }
}
