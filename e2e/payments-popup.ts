import type { TransactionType } from '@cashbox/contract'
import type { World } from '@cashbox/testing/world'
import type { Page, Request } from '@playwright/test'

export const CONFIRM = '**/api/payments/confirm'
export const LOOK_UP = '**/api/payments/lookup'

/** The popup as an agent uses it. */
export async function openPopup(page: Page, type: TransactionType) {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: type === 'deposit' ? 'TopUp' : 'Withdraw' }).click()
  return popupOf(page)
}

export function popupOf(page: Page) {
  const sheet = page.getByRole('dialog')
  return {
    sheet,
    id: sheet.getByLabel('Transaction ID'),
    amount: sheet.getByLabel('Amount', { exact: true }),
    submit: sheet.getByRole('button', { name: /^Confirm (deposit|withdrawal|anyway)/ }),
    gotIt: sheet.getByRole('button', { name: 'Got It' }),
    /** All at once, as a phone that has read the message fills it in. */
    typeCode: (code: string) => sheet.getByLabel('Character 1 of 6').fill(code),
  }
}

/** The calls that a page makes to one path, from now on. */
export function callsTo(page: Page, path: string): Request[] {
  const calls: Request[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/api${path}`) calls.push(request)
  })
  return calls
}

const SCANNER_GAP_S = 0.008

/** Types as a cash register's scanner does: with its own times for the keys, whatever else the machine has to do. */
export async function typeAsScanner(page: Page, text: string): Promise<void> {
  const chrome = await page.context().newCDPSession(page)
  const startS = Date.now() / 1000
  for (const [index, key] of [...Array.from(text), 'Enter'].entries()) {
    const isEnter = key === 'Enter'
    const press = {
      key,
      code: isEnter ? 'Enter' : '',
      windowsVirtualKeyCode: isEnter ? 13 : key.charCodeAt(0),
      timestamp: startS + index * SCANNER_GAP_S,
    }
    await chrome.send('Input.dispatchKeyEvent', { ...press, type: 'keyDown', text: isEnter ? '\r' : key })
    await chrome.send('Input.dispatchKeyEvent', { ...press, type: 'keyUp' })
  }
  await chrome.detach()
}

export const keyOf = (request: Request | undefined): string | undefined => request?.headers()['idempotency-key']

/** A withdrawal with its code, for any agent of the first channel. */
export async function openWithdrawal(world: World, amount: string) {
  const { transaction_id, security_code } = await world.openTransaction('withdraw', amount)
  if (!security_code) throw new Error('a withdrawal has a security code')
  return { id: transaction_id, code: security_code }
}

export const openDeposit = async (world: World, amount: string): Promise<string> =>
  (await world.openTransaction('deposit', amount)).transaction_id

/** Another code than the right one. */
export const wrongCode = (code: string): string => (code === '111111' ? '222222' : '111111')
