import { logFailure } from '@cashbox/client/log'
import { addPushDevice, removePushDevice } from '@cashbox/contract'
import { call } from '../../platform/call.ts'

/** `unsupported` also on an iPhone, until the app is on the home screen. */
export type PushState = 'insecure' | 'unsupported' | 'denied' | 'off' | 'on'

const findRegistration = async () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
    ? ((await navigator.serviceWorker.getRegistration()) ?? null)
    : null

/** On only if both the server and the browser have the subscription. */
export async function readPushState(isKnownToServer: boolean): Promise<PushState> {
  if (!window.isSecureContext) return 'insecure'
  const registration = await findRegistration()
  if (!registration) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const subscription = await registration.pushManager.getSubscription()
  return subscription && isKnownToServer && Notification.permission === 'granted' ? 'on' : 'off'
}

/** Only after a press: browsers remember a refusal. */
export async function turnPushOn(serverKey: string): Promise<PushState> {
  const registration = await findRegistration()
  if (!registration) return 'unsupported'
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  // An old subscription may belong to another agent or key.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: serverKey,
  })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  await call(addPushDevice, { endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' })
  return 'on'
}

export async function turnPushOff(): Promise<PushState> {
  await call(removePushDevice, {})
  await forgetPush()
  return 'off'
}

/** Also after a log-out: the next agent must not get these messages. */
export async function forgetPush(): Promise<void> {
  try {
    const registration = await findRegistration()
    await (await registration?.pushManager.getSubscription())?.unsubscribe()
  } catch (error) {
    logFailure('the push subscription was not removed', error)
  }
}
