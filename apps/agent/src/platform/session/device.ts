import { logFailure } from '@cashbox/client/log'

const USER_AGENT_LENGTH = 500

// These change on the same device, with the window, the zoom and installed fonts.
const EXCLUDED = new Set(['screenResolution', 'fonts', 'fontPreferences', 'screenFrame'])

export interface Device {
  readonly user_agent: string
  readonly fingerprint?: string
}

/** Reported by the browser: a hint against misuse, not proof. */
export async function describeDevice(): Promise<Device> {
  const user_agent = navigator.userAgent.slice(0, USER_AGENT_LENGTH)
  try {
    return { user_agent, fingerprint: await fingerprint() }
  } catch (error) {
    logFailure('the device could not be described', error)
    return { user_agent }
  }
}

let known: Promise<string> | null = null

const fingerprint = (): Promise<string> => (known ??= takeFingerprint())

async function takeFingerprint() {
  const { hashComponents, load } = await import('@fingerprintjs/fingerprintjs')
  const agent = await load({ monitoring: false })
  const { components } = await agent.get()
  return hashComponents(withoutExcluded(components))
}

export const withoutExcluded = <T extends object>(components: T): T =>
  Object.fromEntries(Object.entries(components).filter(([name]) => !EXCLUDED.has(name))) as T
