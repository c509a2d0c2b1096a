import type { sayAlerts } from './say-alerts.ts'
import { arrived, failed, refused, type Sent } from './sent.ts'
import type { AlertDeliveryServices } from './services.ts'
import type { DueMessage } from './take-due.ts'

/** One letter with all alerts of the message. */
export async function sendEmail(
  { sendLetter }: AlertDeliveryServices,
  { id, target, language }: DueMessage,
  { title, alerts, rest }: ReturnType<typeof sayAlerts>,
  link: string,
): Promise<Sent> {
  try {
    await sendLetter(
      {
        to: target,
        language,
        template: 'alert',
        values: { title, rest: rest ?? '' },
        name: null,
        link,
        linkHours: null,
        details: alerts.map(({ label, title: what, time }) => ({ label, values: [what, time] })),
      },
      id,
    )
    return arrived
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    return isRefusedForGood(error) ? refused(said) : failed(said)
  }
}

/** The mail server named this address, and will say the same next time: 550 to 553. */
const isRefusedForGood = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'EENVELOPE' &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 550 &&
  error.responseCode <= 553
