import * as z from 'zod/mini'
import { operatorCall } from './roles.ts'

/** What a network needs before its first day, in this order. */
export const checklistSteps = [
  'second_factor',
  'channel',
  'rates',
  'partner',
  'partner_limit',
  'mail',
  'backup',
  'verification',
] as const
export type ChecklistStep = (typeof checklistSteps)[number]

export const readChecklist = operatorCall('GET /checklist', ['admin'], {
  summary: 'Read what is done and what is left of the first set-up.',
  output: z.object({
    is_hidden: z.boolean(),
    steps: z.array(z.object({ name: z.enum(checklistSteps), is_done: z.boolean() })),
  }),
})

export const sendTestMail = operatorCall('POST /checklist/test-letter', ['admin'], {
  summary: 'Send a test letter to your own address. The step is done when the mail server has taken it.',
  output: z.object({ to: z.string() }),
})

export const confirmBackup = operatorCall('POST /checklist/backup', ['admin'], {
  summary: 'Confirm that you have seen a back-up restored.',
})

export const hideChecklist = operatorCall('POST /checklist/hide', ['admin'], {
  summary: 'Hide the checklist for all admins.',
})
